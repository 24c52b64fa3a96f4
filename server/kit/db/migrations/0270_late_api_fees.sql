-- Fees of the games' vendors entered by hand for a day that was closed already: the newest counts, null takes it back to
-- the computed one. What each changes is a restatement booked on `booked_day`, whose correction_id is minus this id.
-- Only added to.
create table late_api_fees (
  platform_id integer not null references platforms (id),
  id bigint generated always as identity,
  account_id integer not null references accounts (id),
  day date not null,
  booked_day date not null,
  amount bigint check (amount >= 0),
  remark text not null default '',
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (platform_id, id)
);
create index late_api_fees_day on late_api_fees (platform_id, account_id, day);
