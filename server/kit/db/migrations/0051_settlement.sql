-- Settlement: who asked for what, what is reserved for it, and all of it in double entry.
-- Money in thousandths, U in hundredths, rates in ten-thousandths of the currency for one U.

-- When an existing settlement address was replaced: new requests wait for a while after it.
alter table accounts add column withdraw_addr_changed_at timestamptz;

create table settle_orders (
  id bigint generated always as identity primary key,
  account_id integer not null references accounts (id),
  -- Business day of the request in the region's calendar.
  day date not null,
  -- 0 pending, 1 transferred, 2 refused.
  status smallint not null default 0 check (status in (0, 1, 2)),
  amount bigint not null check (amount > 0 and amount % 1000 = 0),
  -- As they were at the request: an order is paid to the address it was made with.
  withdraw_addr text not null check (withdraw_addr <> ''),
  pledge_u bigint not null check (pledge_u >= 0),
  -- Cumulative profit and what was settled before; the share of profit that may be asked for, in percent.
  profit bigint not null,
  settled bigint not null,
  percent smallint not null check (percent between 0 and 100),
  -- Hash of the preview that was confirmed; '' where none was.
  preview text not null default '',
  created_at timestamptz not null,
  ex_rate bigint check (ex_rate > 0),
  settle_u bigint check (settle_u >= 0),
  -- What rounding to whole hundredths left, in millionths of the currency.
  remainder bigint,
  hd_remark text not null default '',
  handled_by text,
  handled_at timestamptz,
  -- A rate far from the recent ones that one person proposed; another one has to confirm it.
  proposed_rate bigint check (proposed_rate > 0),
  proposed_by integer references accounts (id),
  proposed_at timestamptz,
  constraint settle_orders_reserve
    check (amount::numeric * 100 <= profit::numeric * percent - settled::numeric * 100),
  constraint settle_orders_handled check ((status = 0) = (handled_at is null) and (status = 0) = (handled_by is null)),
  constraint settle_orders_paid
    check ((status = 1) = (ex_rate is not null) and (status = 1) = (settle_u is not null)
      and (status = 1) = (remainder is not null)),
  constraint settle_orders_remainder
    check (status <> 1 or amount::numeric * 1000 = settle_u::numeric * ex_rate + remainder),
  constraint settle_orders_proposal check ((proposed_rate is null) = (proposed_by is null))
);
create unique index settle_orders_one_pending on settle_orders (account_id) where status = 0;
create unique index settle_orders_one_a_day on settle_orders (account_id, day) where status in (0, 1);
create index settle_orders_created on settle_orders (created_at desc, id desc);
create index settle_orders_account on settle_orders (account_id, id desc);

-- What an order takes from each platform, in the order in which it was worked out. Negative: a platform in the red that
-- is closed by what the others give.
create table settle_order_rows (
  order_id bigint not null references settle_orders (id),
  position smallint not null,
  platform_id integer not null references platforms (id),
  amount bigint not null check (amount <> 0),
  primary key (order_id, position),
  unique (order_id, platform_id)
);

-- What was shown to an account before it confirmed: the latest only.
create table settle_previews (
  account_id integer primary key references accounts (id),
  hash text not null,
  content jsonb not null,
  at timestamptz not null
);

-- Double entry. An entry is one cause, booked once; its lines add up to nothing, in each unit.
-- Books: group (what the group owes for), open (earned and free), pending (reserved by an order), settled (booked as
-- paid); treasury and paid in U.
create table ledger_entries (
  id bigint generated always as identity primary key,
  key text not null unique,
  kind text not null check (kind in ('reserve', 'pay', 'release', 'manual')),
  account_id integer not null references accounts (id),
  order_id bigint references settle_orders (id),
  create_username text not null,
  at timestamptz not null
);
create index ledger_entries_account on ledger_entries (account_id, id);
create table ledger_lines (
  entry_id bigint not null references ledger_entries (id),
  line integer not null,
  account_id integer not null references accounts (id),
  -- 0 for lines in U, which no single platform pays.
  platform_id integer not null,
  unit text not null check (unit in ('money', 'u')),
  book text not null,
  amount bigint not null check (amount <> 0),
  primary key (entry_id, line),
  check (case unit when 'money' then book in ('group', 'open', 'pending', 'settled')
    else book in ('treasury', 'paid') end)
);
create index ledger_lines_book on ledger_lines (account_id, book, platform_id) include (amount);

-- What the lines add up to for an account. Kept by the lines themselves.
create table settle_balances (
  account_id integer primary key references accounts (id),
  earned bigint not null default 0,
  pending bigint not null default 0 constraint settle_balances_pending check (pending >= 0),
  settled bigint not null default 0,
  paid_u bigint not null default 0 check (paid_u >= 0),
  percent smallint not null default 90 check (percent between 0 and 100)
);

-- Nothing can be reserved beyond the share of profit that may be asked for, and nothing settled beyond the profit.
-- Profit that shrinks later may leave either in the red; it cannot grow there.
create function guard_settle_balance() returns trigger language plpgsql as $$
begin
  if new.pending > old.pending
    and (new.pending::numeric + new.settled) * 100 > greatest(0, new.earned::numeric * new.percent) then
    raise exception 'account %: more than the share of its profit that may be asked for', new.account_id
      using errcode = 'check_violation', constraint = 'settle_balances_reserve';
  end if;
  if new.pending::numeric + new.settled > old.pending::numeric + old.settled
    and new.pending::numeric + new.settled > new.earned then
    raise exception 'account %: more than its profit', new.account_id
      using errcode = 'check_violation', constraint = 'settle_balances_overdraw';
  end if;
  return new;
end $$;
create trigger guard before update on settle_balances for each row execute function guard_settle_balance();

create function book_ledger_lines() returns trigger language plpgsql as $$
declare wrong bigint;
begin
  select entry_id into wrong from added group by entry_id, unit having sum(amount) <> 0 limit 1;
  if wrong is not null then
    raise exception 'entry % does not add up to nothing', wrong
      using errcode = 'check_violation', constraint = 'ledger_lines_zero_sum';
  end if;
  update settle_balances b set
    earned = b.earned + moved.earned, pending = b.pending + moved.pending,
    settled = b.settled + moved.settled, paid_u = b.paid_u + moved.paid
  from (
    select account_id,
      coalesce(-sum(amount) filter (where book = 'group'), 0)::bigint as earned,
      coalesce(sum(amount) filter (where book = 'pending'), 0)::bigint as pending,
      coalesce(sum(amount) filter (where book = 'settled'), 0)::bigint as settled,
      coalesce(sum(amount) filter (where book = 'paid'), 0)::bigint as paid
    from added group by account_id
  ) moved
  where b.account_id = moved.account_id;
  if (select count(distinct account_id) from added)
    <> (select count(*) from settle_balances where account_id in (select account_id from added)) then
    raise exception 'lines of an account without a balance'
      using errcode = 'check_violation', constraint = 'ledger_lines_balance';
  end if;
  return null;
end $$;
create trigger book after insert on ledger_lines referencing new table as added
  for each statement execute function book_ledger_lines();

-- An entry without lines would be a cause without an effect; an order is the sum of its rows. Both are asked at the end
-- of the transaction.
create function check_ledger_entry() returns trigger language plpgsql as $$
begin
  if not exists (select 1 from ledger_lines where entry_id = new.id) then
    raise exception 'entry % has no lines', new.id
      using errcode = 'check_violation', constraint = 'ledger_entries_lines';
  end if;
  return null;
end $$;
create constraint trigger has_lines after insert on ledger_entries deferrable initially deferred
  for each row execute function check_ledger_entry();

create function check_settle_order() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount), 0) from settle_order_rows where order_id = new.id) <> new.amount then
    raise exception 'order % is not the sum of its rows', new.id
      using errcode = 'check_violation', constraint = 'settle_orders_rows';
  end if;
  return null;
end $$;
create constraint trigger is_sum after insert on settle_orders deferrable initially deferred
  for each row execute function check_settle_order();

-- Pending is left once, and what was asked for never changes.
create function guard_settle_order() returns trigger language plpgsql as $$
begin
  if old.status <> 0
    or (new.account_id, new.day, new.amount, new.withdraw_addr, new.pledge_u, new.profit, new.settled, new.percent,
        new.created_at)
      is distinct from
       (old.account_id, old.day, old.amount, old.withdraw_addr, old.pledge_u, old.profit, old.settled, old.percent,
        old.created_at) then
    raise exception 'order % is closed, or what it asked for was changed', old.id
      using errcode = 'check_violation', constraint = 'settle_orders_final';
  end if;
  return new;
end $$;
create trigger guard before update on settle_orders for each row execute function guard_settle_order();

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is only added to', tg_table_name using errcode = 'check_violation', constraint = 'append_only';
end $$;
create trigger append_only before update or delete or truncate on ledger_entries
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on ledger_lines
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on settle_log
  for each statement execute function refuse_change();
create trigger append_only before update or delete or truncate on settle_order_rows
  for each statement execute function refuse_change();

-- What the books were last found to be; one row a check.
create table book_checks (
  name text primary key,
  checked_at timestamptz not null,
  ms integer not null,
  differences text[] not null
);
