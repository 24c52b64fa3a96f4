-- Names of categories are unique among those not deleted, as those of platforms are.
create unique index platform_categories_name on platform_categories (lower(name)) where deleted = 0;

-- What was wrong with the last request of a platform that was turned away: a signature, a clock, a version.
alter table platform_status add column last_refused_at timestamptz;
alter table platform_status add column last_refusal text not null default '';
