-- Views of lists that people saved for themselves: what a list is searched by, and how its table is arranged.
create table saved_views (
  account_id integer not null references accounts (id),
  list text not null,
  name text not null,
  -- The part of the page's address behind '?'.
  search text not null,
  -- Columns, as the browser keeps them; null leaves them as they are.
  arrangement jsonb,
  saved_at timestamptz not null default now(),
  primary key (account_id, list, name)
);
