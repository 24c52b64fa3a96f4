-- What hangs on an account: rates, pledge, settlement address, its numbers in the games, and the points of game APIs.

alter table accounts
  -- The rates in force, in tenths of a percent; account_rates knows since when.
  add column game_passage_point smallint not null default 0 check (game_passage_point between 0 and 1000),
  add column game_withdraw_point smallint not null default 0 check (game_withdraw_point between 0 and 1000),
  add column game_dividend_point smallint not null default 0 check (game_dividend_point between 0 and 1000),
  -- Pledge held, in whole U: the sum of pledge_transfers.
  add column pledge_u bigint not null default 0 check (pledge_u >= 0),
  add column withdraw_addr text not null default '',
  -- Settle orders of this account still pending, kept by the transactions that open and handle them.
  add column settle_pending integer not null default 0 check (settle_pending >= 0),
  -- When an existing settlement key was taken away: new settle requests wait for a while after it.
  add column settle_key_reset_at timestamptz;

create index accounts_live on accounts (kind, level, id) where deleted = 0;
create index accounts_business on accounts (business) where business <> '';
create index accounts_settle_player on accounts (role_id) where role_id <> '';
-- A subtree with its levels as the one at its top sees them.
create index account_tree_subtree on account_tree (ancestor_id, distance, account_id);

-- Rates by the business day from which they count. A figure keeps the rate of its own day; no row means 0.
create table account_rates (
  account_id integer not null references accounts (id),
  from_day date not null,
  game_passage_point smallint not null,
  game_withdraw_point smallint not null,
  game_dividend_point smallint not null,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (account_id, from_day)
);

-- Each row moves whole U from one book to the other, so the books always agree; rows are only ever added.
create table pledge_transfers (
  id bigint generated always as identity primary key,
  account_id integer not null references accounts (id),
  type smallint not null check (type in (1, 2)),
  debit text not null check (debit in ('group', 'held')),
  credit text not null check (credit in ('group', 'held') and credit <> debit),
  amount bigint not null check (amount > 0),
  balance bigint not null check (balance >= 0),
  create_username text not null,
  at timestamptz not null default now(),
  check ((type = 1) = (credit = 'held'))
);
create index pledge_transfers_account on pledge_transfers (account_id, id desc);

-- Where a game numbers the account's proxy player differently.
create table account_links (
  platform_id integer not null references platforms (id),
  account_id integer not null references accounts (id),
  proxy_id text not null check (proxy_id ~ '^[0-9]{1,19}$'),
  primary key (platform_id, account_id),
  unique (platform_id, proxy_id)
);

-- The games' APIs, and their points in tenths of a percent by the business day from which they count.
-- Owner -1 is the template that accounts without an entry of their own follow.
create table game_apis (
  api_id integer primary key,
  name text not null,
  sort integer not null default 0
);
create table api_points (
  owner_id integer not null check (owner_id = -1 or owner_id > 0),
  api_id integer not null references game_apis (api_id),
  from_day date not null,
  point smallint not null check (point between 0 and 1000),
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (owner_id, api_id, from_day)
);

-- Who administers an account by the Telegram bot; told by the bot.
create table telegram_admins (
  account_id integer not null references accounts (id),
  user_name text not null,
  type_name text not null,
  primary key (account_id, user_name)
);

-- Rules and roles of the product that people removed: an update does not bring them back.
create table removed_seeds (
  what text not null check (what in ('role', 'rule')),
  id integer not null,
  primary key (what, id)
);

-- A role is for accounts of its own kind, whatever races: neither side can change under the other.
alter table roles add constraint roles_id_type unique (id, type);
alter table accounts add constraint accounts_role_kind foreign key (group_id, kind) references roles (id, type);
