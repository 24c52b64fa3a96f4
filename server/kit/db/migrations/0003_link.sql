-- The platform link: what goes out waits in the outbox, what comes in is remembered in the inbox.

create table link_outbox (
  platform_id integer not null references platforms (id),
  id bigint generated always as identity,
  -- Names the command for ever; the platform carries a key out once.
  key text not null,
  name text not null,
  data jsonb not null,
  order_no text,
  state text not null default 'due' check (state in ('due', 'sending', 'unknown', 'accepted', 'done', 'refused', 'dead')),
  attempts integer not null default 0,
  -- When it is looked at next: sent if due, asked about if unknown or if the lease of a send is over.
  next_at timestamptz not null default now(),
  -- While sending or asking: who, and until when nobody else may take over.
  owner text,
  lease_until timestamptz,
  reason text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (platform_id, id),
  unique (platform_id, key)
);
create index link_outbox_open on link_outbox (platform_id, state, next_at, id)
  where state in ('due', 'sending', 'unknown', 'accepted');
create index link_outbox_dead on link_outbox (platform_id, id) where state = 'dead';
create index link_outbox_order on link_outbox (platform_id, order_no) where order_no is not null;

create table link_inbox (
  platform_id integer not null references platforms (id),
  event_id text not null,
  type text not null,
  state text not null check (state in ('absorbed', 'rejected', 'dismissed')),
  reason text not null default '',
  -- The event as it came, byte for byte; emptied after a month, while the id is remembered for ever.
  raw text not null,
  received_at timestamptz not null default now(),
  primary key (platform_id, event_id)
);
create index link_inbox_rejected on link_inbox (platform_id, received_at) where state = 'rejected';
create index link_inbox_age on link_inbox (platform_id, received_at) where raw <> '';

create table link_nonces (
  platform_id integer not null,
  nonce text not null,
  at timestamptz not null default now(),
  primary key (platform_id, nonce)
);
create index link_nonces_age on link_nonces (platform_id, at);
