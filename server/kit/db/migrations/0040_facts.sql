-- Figures: facts as the platforms deliver them, and what is rolled up from them in the same transaction.
-- All money in thousandths. platform_id leads every key, so that the big tables can be spread by it.

-- A day of a platform is open until it was pulled once more the night after; then it is closed for ever.
create table closed_days (
  platform_id integer not null references platforms (id),
  day date not null,
  closed_at timestamptz not null default now(),
  primary key (platform_id, day)
);

-- What an account's OWN players did on a day, as known when the day was closed (as known by now while it is open).
create table account_facts (
  platform_id integer not null,
  account_id integer not null references accounts (id),
  day date not null,
  version bigint not null,
  -- The account and those above it as of that day, its channel first.
  chain integer[] not null,
  deposit bigint not null default 0,
  withdraw bigint not null default 0,
  running bigint not null default 0,
  gm_up_score bigint not null default 0,
  first_deposit bigint not null default 0,
  adv_out bigint not null default 0,
  person_count bigint not null default 0,
  person_deposit bigint not null default 0,
  first_deposit_person bigint not null default 0,
  person_running bigint not null default 0,
  -- Win and lose of the house by game API: {"<api id>": thousandths}.
  api_win_lose jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  primary key (platform_id, account_id, day)
);
create index account_facts_day on account_facts (platform_id, day);

-- What was learnt of a closed day afterwards: differences, dated by the business day on which they count. Only added to.
create table fact_corrections (
  platform_id integer not null,
  id bigint generated always as identity,
  account_id integer not null references accounts (id),
  day date not null,
  booked_day date not null,
  version bigint not null,
  chain integer[] not null,
  deposit bigint not null default 0,
  withdraw bigint not null default 0,
  running bigint not null default 0,
  gm_up_score bigint not null default 0,
  first_deposit bigint not null default 0,
  adv_out bigint not null default 0,
  person_count bigint not null default 0,
  person_deposit bigint not null default 0,
  first_deposit_person bigint not null default 0,
  person_running bigint not null default 0,
  api_win_lose jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (platform_id, id),
  unique (platform_id, account_id, day, version)
);

-- A day of an account with everybody below it, at the account's own rates of that day; restatements booked on the day
-- are in the figures. What the reports by day and by range read.
create table account_days (
  platform_id integer not null,
  account_id integer not null references accounts (id),
  day date not null,
  -- Kind and level of the account, so that a report finds its rows by them.
  kind smallint not null,
  deposit bigint not null default 0,
  withdraw bigint not null default 0,
  running bigint not null default 0,
  gm_up_score bigint not null default 0,
  first_deposit bigint not null default 0,
  adv_out bigint not null default 0,
  person_count bigint not null default 0,
  person_deposit bigint not null default 0,
  first_deposit_person bigint not null default 0,
  person_running bigint not null default 0,
  api_win_lose jsonb not null default '{}',
  platform_win_lose bigint not null default 0,
  -- Rates of the day, in tenths of a percent.
  passage_point smallint not null default 0,
  withdraw_point smallint not null default 0,
  dividend_point smallint not null default 0,
  passage_fee bigint not null default 0,
  api_fee bigint not null default 0,
  -- The fee by hand where there is one, else api_fee.
  real_api_fee bigint not null default 0,
  real_income bigint not null default 0,
  real_profit bigint not null default 0,
  -- Restatements of earlier days are in the figures.
  restated boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (platform_id, account_id, day)
);
create index account_days_kind on account_days (kind, day desc, platform_id, account_id);
create index account_days_account on account_days (account_id, day);

-- A correction as it counts for one account of the chain: figures at the rates of the day it is about, in the sums of
-- the day on which it was booked. Only added to.
create table account_restatements (
  platform_id integer not null,
  account_id integer not null references accounts (id),
  booked_day date not null,
  origin_day date not null,
  correction_id bigint not null,
  deposit bigint not null default 0,
  withdraw bigint not null default 0,
  running bigint not null default 0,
  gm_up_score bigint not null default 0,
  first_deposit bigint not null default 0,
  adv_out bigint not null default 0,
  person_count bigint not null default 0,
  person_deposit bigint not null default 0,
  first_deposit_person bigint not null default 0,
  person_running bigint not null default 0,
  api_win_lose jsonb not null default '{}',
  platform_win_lose bigint not null default 0,
  passage_fee bigint not null default 0,
  api_fee bigint not null default 0,
  real_api_fee bigint not null default 0,
  real_income bigint not null default 0,
  real_profit bigint not null default 0,
  at timestamptz not null default now(),
  primary key (platform_id, account_id, booked_day, origin_day, correction_id)
);
create index account_restatements_origin on account_restatements (platform_id, account_id, origin_day);

-- The same by month (its first day), and since launch. Sums of account_days.
create table account_months (
  platform_id integer not null,
  account_id integer not null references accounts (id),
  month date not null,
  kind smallint not null,
  deposit bigint not null default 0,
  withdraw bigint not null default 0,
  running bigint not null default 0,
  gm_up_score bigint not null default 0,
  first_deposit bigint not null default 0,
  adv_out bigint not null default 0,
  person_count bigint not null default 0,
  person_deposit bigint not null default 0,
  first_deposit_person bigint not null default 0,
  person_running bigint not null default 0,
  platform_win_lose bigint not null default 0,
  passage_fee bigint not null default 0,
  api_fee bigint not null default 0,
  real_api_fee bigint not null default 0,
  real_income bigint not null default 0,
  real_profit bigint not null default 0,
  primary key (platform_id, account_id, month)
);
create index account_months_kind on account_months (kind, month desc, platform_id, account_id);

create table account_totals (
  platform_id integer not null,
  account_id integer not null references accounts (id),
  kind smallint not null,
  deposit bigint not null default 0,
  withdraw bigint not null default 0,
  running bigint not null default 0,
  gm_up_score bigint not null default 0,
  first_deposit bigint not null default 0,
  adv_out bigint not null default 0,
  person_count bigint not null default 0,
  person_deposit bigint not null default 0,
  first_deposit_person bigint not null default 0,
  person_running bigint not null default 0,
  platform_win_lose bigint not null default 0,
  passage_fee bigint not null default 0,
  api_fee bigint not null default 0,
  real_api_fee bigint not null default 0,
  real_income bigint not null default 0,
  real_profit bigint not null default 0,
  -- Moved by settlement only: booked as paid, and reserved in orders still pending.
  settled bigint not null default 0,
  pending bigint not null default 0,
  updated_at timestamptz not null default now(),
  primary key (platform_id, account_id)
);
create index account_totals_kind on account_totals (kind, platform_id, account_id);
create index account_totals_account on account_totals (account_id, platform_id);

-- Fees of the games' vendors by hand, where finance knows better: the whole amount counts on `day`.
create table manual_api_fees (
  platform_id integer not null references platforms (id),
  account_id integer not null references accounts (id),
  day date not null,
  amount bigint not null check (amount >= 0),
  remark text not null default '',
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (platform_id, account_id, day)
);

-- A day of a platform as delivered. Stocks are as of the end of the day; average_online_time in seconds.
create table platform_days (
  platform_id integer not null references platforms (id),
  day date not null,
  version bigint not null,
  total_recharge bigint not null default 0,
  total_withdrawal bigint not null default 0,
  total_profit bigint not null default 0,
  platform_profit_and_loss bigint not null default 0,
  total_game_win bigint not null default 0,
  total_game_award bigint not null default 0,
  total_user_money bigint not null default 0,
  yesterday_user_money bigint not null default 0,
  first_charge_num bigint not null default 0,
  first_charge_amount bigint not null default 0,
  active_users bigint not null default 0,
  new_users bigint not null default 0,
  gold_coins_historical_stock bigint not null default 0,
  tax bigint not null default 0,
  free_gold_coin_output bigint not null default 0,
  game_gold_coin_output bigint not null default 0,
  total_gold_consumption bigint not null default 0,
  average_online_time bigint not null default 0,
  totalpay bigint not null default 0,
  olduserpay bigint not null default 0,
  totalwater bigint not null default 0,
  gm_send_money bigint not null default 0,
  inner_proxy_reg_award bigint not null default 0,
  inner_proxy_award bigint not null default 0,
  -- How often the closed day was corrected; each correction stands in platform_day_corrections.
  corrections integer not null default 0,
  updated_at timestamptz not null default now(),
  primary key (platform_id, day)
);
create index platform_days_day on platform_days (day desc, platform_id);

-- What changed of a closed day of a platform, with the figures before and after. Only added to.
create table platform_day_corrections (
  platform_id integer not null,
  day date not null,
  version bigint not null,
  booked_day date not null,
  before jsonb not null,
  after jsonb not null,
  at timestamptz not null default now(),
  primary key (platform_id, day, version)
);
