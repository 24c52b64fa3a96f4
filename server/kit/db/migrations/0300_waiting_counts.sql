-- Pages ask all day how many orders of flagged players wait. What moves orders or flags also moves one of these numbers,
-- in its transaction: who counted at a sum of them need not count again while the sum is the same.
alter table withdrawal_totals add column changes bigint not null default 0;
create table auto_payout_changes (
  platform_id integer primary key references platforms (id),
  changes bigint not null
);

create function note_auto_payout_change() returns trigger language plpgsql as $$
begin
  insert into auto_payout_changes as c (platform_id, changes) values (new.platform_id, 1)
  on conflict (platform_id) do update set changes = c.changes + 1;
  return null;
end $$;
create trigger flagged after insert on players for each row when (new.auto_payout = 1)
  execute function note_auto_payout_change();
create trigger flag_moved after update of auto_payout on players for each row
  when (old.auto_payout is distinct from new.auto_payout) execute function note_auto_payout_change();
