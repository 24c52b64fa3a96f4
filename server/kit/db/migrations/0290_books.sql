-- The books are looked at whole once a night, and every minute as far as something changed.
alter table book_checks alter column checked_at drop not null;
alter table book_checks alter column ms drop not null;
alter table book_checks add column lately_at timestamptz, add column lately_ms integer;

-- What changed lately is found without an entry for each change: small, and no update costs more for them.
create index account_days_changed on account_days using brin (updated_at) with (pages_per_range = 32);
create index account_facts_changed on account_facts using brin (updated_at) with (pages_per_range = 32);
create index fact_corrections_at on fact_corrections using brin (at);
create index account_restatements_at on account_restatements using brin (at);
create index ledger_entries_at on ledger_entries using brin (at);
