-- What was done by whom, and what runs in the background.

-- One row a change, written in the transaction of the change.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id integer,
  actor text not null,
  action text not null,
  entity text not null,
  entity_id text not null,
  platform_id integer,
  before jsonb,
  after jsonb,
  reason text not null default ''
);
create index audit_log_entity on audit_log (entity, platform_id, entity_id, id);
create index audit_log_actor on audit_log (actor_id, id);

-- One row a call that writes, exports or signs in; written after the answer, secrets masked.
create table operation_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  account_id integer,
  username text not null,
  endpoint text not null,
  path text not null,
  request text not null,
  response text not null,
  code integer not null,
  address text not null default ''
);
create index operation_log_at on operation_log (at desc);

create table tasks (
  id bigint generated always as identity primary key,
  account_id integer not null references accounts (id),
  kind text not null,
  title text not null,
  language text not null,
  params jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'running', 'completed', 'error')),
  tip_type text not null check (tip_type in ('showMsgBox', 'toast', 'showDownloadMsg')),
  tips text not null default '',
  rows integer not null default 0,
  file text not null default '',
  file_name text not null default '',
  attempts integer not null default 0,
  heartbeat_at timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index tasks_account on tasks (account_id, id desc);
create index tasks_open on tasks (status) where status in ('queued', 'running');
