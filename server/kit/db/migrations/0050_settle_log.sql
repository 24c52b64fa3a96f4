-- What was settled: one row per platform and booking. Only added to; account_totals.settled is its sum per platform
-- and account.
create table settle_log (
  platform_id integer not null references platforms (id),
  id bigint generated always as identity primary key,
  account_id integer not null references accounts (id),
  -- Thousandths of the currency. Negative where a platform in the red was closed by what others gave.
  amount bigint not null check (amount <> 0),
  -- The business days the booking is for. An order and the one-click dialog know no range: both are the booked day.
  from_day date not null,
  to_day date not null check (to_day >= from_day),
  booked_day date not null,
  -- 'order': paid by a settle order; 'manual': booked by a person, nothing is paid out.
  source text not null check (source in ('order', 'manual')),
  order_id bigint,
  create_username text not null,
  at timestamptz not null default now(),
  check ((source = 'order') = (order_id is not null))
);
create index settle_log_account on settle_log (account_id, id desc);
create index settle_log_range on settle_log (from_day, to_day, platform_id, account_id);
create index settle_log_order on settle_log (order_id, id) where order_id is not null;
