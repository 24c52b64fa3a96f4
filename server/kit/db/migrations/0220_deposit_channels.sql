-- Channels players deposit by, as each platform last told them; the counters count from the midnight beside them.
create table deposit_channels (
  platform_id integer not null references platforms (id),
  channel_code text not null,
  name text not null,
  is_on smallint not null,
  sort integer not null,
  order_all integer not null,
  order_succ integer not null,
  order_open integer not null,
  primary key (platform_id, channel_code)
);
alter table platform_status add column deposits_version bigint not null default 0;
alter table platform_status add column deposits_since timestamptz;
alter table platform_status add column deposits_at timestamptz;

-- The order people want: of the whole group under platform 0, and where one platform is to differ, its own.
create table deposit_channel_order (
  platform_id integer not null default 0,
  channel_code text not null,
  sort integer not null,
  changed_by text not null,
  changed_at timestamptz not null default now(),
  primary key (platform_id, channel_code)
);

-- One sync of payment channels at a time: who comes second follows the one that runs.
create unique index tasks_one_payway_sync on tasks (kind)
  where kind = 'payways.paywayRsync' and status in ('queued', 'running');
create table task_followers (
  task_id bigint not null references tasks (id) on delete cascade,
  account_id integer not null references accounts (id),
  primary key (task_id, account_id)
);
