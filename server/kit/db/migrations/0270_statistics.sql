-- Totals of any range of days are read from this index alone; it also gives days in the order of the list.
create index platform_days_totals on platform_days (day desc, platform_id) include (
  total_recharge, total_withdrawal, total_profit, first_charge_num, first_charge_amount, active_users, new_users
);
drop index platform_days_day;
