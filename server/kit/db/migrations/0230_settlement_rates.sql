-- What a U costs, by business day, in ten-thousandths of local currency. A value far from the usual waits in
-- pending_rate until a second person agrees; only `rate` counts. Deleted rows stay, for what is usual is judged by them too.
create table settlement_rates (
  id integer generated always as identity primary key,
  day date not null,
  rate bigint check (rate > 0),
  remark text not null default '',
  pending_rate bigint check (pending_rate > 0),
  usual_rate bigint,
  entered_by integer not null references accounts (id),
  entered_name text not null,
  confirmed_name text not null default '',
  deleted smallint not null default 0,
  created_at timestamptz not null default now(),
  constraint settlement_rates_some_value check (deleted = 1 or rate is not null or pending_rate is not null)
);
create unique index settlement_rates_day on settlement_rates (day) where deleted = 0;
