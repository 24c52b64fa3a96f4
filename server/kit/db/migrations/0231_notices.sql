-- Notices to people on their home pages. content is cleaned HTML, plain its text for searching.
create table notices (
  id integer generated always as identity primary key,
  title text not null,
  content text not null,
  plain text not null,
  status smallint not null default 1 check (status in (0, 1)),
  audience text not null default 'all' check (audience in ('all', 'staff', 'channel')),
  start_time timestamptz not null,
  end_time timestamptz not null,
  push_time timestamptz not null,
  create_time timestamptz not null default now(),
  create_username text not null,
  check (end_time > start_time),
  check (push_time < end_time)
);
create index notices_push on notices (push_time desc, id desc) where status = 1;
