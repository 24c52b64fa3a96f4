-- Days of a platform added up by month (its first day), kept by whoever takes in a day. Stocks are those of last_day;
-- online_seconds is the average time online times the active users of each day.
create table platform_months (
  platform_id integer not null references platforms (id),
  month date not null,
  days integer not null,
  last_day date not null,
  corrections integer not null default 0,
  online_seconds numeric not null default 0,
  total_recharge bigint not null default 0,
  total_withdrawal bigint not null default 0,
  total_profit bigint not null default 0,
  platform_profit_and_loss bigint not null default 0,
  total_game_win bigint not null default 0,
  total_game_award bigint not null default 0,
  yesterday_user_money bigint not null default 0,
  first_charge_num bigint not null default 0,
  first_charge_amount bigint not null default 0,
  active_users bigint not null default 0,
  new_users bigint not null default 0,
  tax bigint not null default 0,
  free_gold_coin_output bigint not null default 0,
  game_gold_coin_output bigint not null default 0,
  total_gold_consumption bigint not null default 0,
  totalpay bigint not null default 0,
  olduserpay bigint not null default 0,
  totalwater bigint not null default 0,
  gm_send_money bigint not null default 0,
  inner_proxy_reg_award bigint not null default 0,
  inner_proxy_award bigint not null default 0,
  primary key (platform_id, month)
);
create index platform_months_month on platform_months (month desc, platform_id);
insert into platform_months
select platform_id, date_trunc('month', day::timestamp)::date, count(*), max(day), sum(corrections),
  sum(average_online_time::numeric * active_users), sum(total_recharge), sum(total_withdrawal), sum(total_profit),
  sum(platform_profit_and_loss), sum(total_game_win), sum(total_game_award), sum(yesterday_user_money),
  sum(first_charge_num), sum(first_charge_amount), sum(active_users), sum(new_users), sum(tax),
  sum(free_gold_coin_output), sum(game_gold_coin_output), sum(total_gold_consumption), sum(totalpay),
  sum(olduserpay), sum(totalwater), sum(gm_send_money), sum(inner_proxy_reg_award), sum(inner_proxy_award)
from platform_days group by 1, 2;
