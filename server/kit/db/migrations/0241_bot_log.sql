-- What the chat bot did for the channels, as it told; and the key it signs with.

create table bot_log (
  id bigint generated always as identity primary key,
  -- The bot's own id: the same entry sent again changes nothing.
  entry_id text not null unique,
  at timestamptz not null,
  day text not null,
  -- The channel-side account it was done for; whoever stands above it sees the row. None: only staff do.
  account_id integer references accounts (id),
  username text not null,
  platname text not null,
  channel_name text not null,
  channel_account text not null,
  action text not null,
  command text not null,
  response text not null,
  chat_id text not null,
  target_telegram_id text not null,
  target_telegram_username text not null,
  action_telegram_id text not null,
  action_telegram_username text not null,
  role_id text not null,
  received_at timestamptz not null default now()
);
create index bot_log_day on bot_log (day, at, id);
create index bot_log_account on bot_log (account_id, day, at, id);

-- Exact counts without a scan; account 0 stands for none.
create table bot_log_counts (
  day text not null,
  account_id integer not null,
  action text not null,
  n integer not null,
  primary key (day, account_id, action)
);

-- When the bot last told of an account's chat or admins: what is older and comes late changes nothing.
create table bot_marks (
  account_id integer not null references accounts (id),
  what text not null check (what in ('chat', 'admins')),
  at timestamptz not null,
  primary key (account_id, what)
);

-- Keys of programs that report to us, sealed under the master key. While one is being changed the former counts too.
create table service_keys (
  name text primary key,
  key_id text not null,
  sealed bytea not null,
  former_id text not null default '',
  former_sealed bytea,
  former_until timestamptz,
  made_by text not null,
  made_at timestamptz not null default now(),
  last_used_at timestamptz
);
