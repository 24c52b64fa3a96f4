-- The operation log by business day: exact counts without a scan of history, and a search for text within requests.

alter table operation_log add column day text not null default '';
-- Rows from before had no business day; their day in UTC is the nearest.
update operation_log set day = to_char(at at time zone 'UTC', 'YYYY-MM-DD') where day = '';
create index operation_log_day on operation_log (day, id);
drop index operation_log_at;

create table operation_log_counts (
  day text not null,
  username text not null,
  path text not null,
  n integer not null,
  primary key (day, username, path)
);
insert into operation_log_counts (day, username, path, n)
select day, username, path, count(*) from operation_log group by day, username, path;

-- Finds text within requests. A server without the extension searches day by day instead.
do $$
begin
  create extension if not exists pg_trgm;
  create index operation_log_request on operation_log using gin (lower(request) gin_trgm_ops);
exception when others then
  raise notice 'no index for text within requests: %', sqlerrm;
end
$$;
