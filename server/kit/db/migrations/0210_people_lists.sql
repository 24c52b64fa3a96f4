-- Lists of people with a hundred thousand accounts: text within names is found on an index, and a subtree's people of a
-- kind, newest first, are one index range with all that is needed to count them.

create extension if not exists pg_trgm;
create index accounts_username_within on accounts using gin (lower(username) gin_trgm_ops);
create index accounts_remark_within on accounts using gin (lower(remark) gin_trgm_ops);

-- Copies of the account's own: the kind never changes, deleting and recovering change both.
alter table account_tree add column kind smallint, add column deleted smallint not null default 0;
update account_tree t set kind = a.kind, deleted = a.deleted from accounts a where a.id = t.account_id;
alter table account_tree alter column kind set not null;
create index account_tree_people on account_tree (ancestor_id, kind, deleted, account_id) include (distance);
