/** What the books' checks are called in Chinese; the server names them in English. */
export const checkNames: Readonly<Record<string, string>> = {
  'U paid and what rounding left make up the orders transferred': '已付U与换算余数合计等于已转账结算单',
  'balances of accounts are the sums of their ledger lines': '账户余额等于其分录之和',
  'corrected days of platforms stand as their last correction left them':
    '平台更正日等于最后一次更正后的数据',
  'counts of the bot log': '机器人日志计数',
  'counts of the operation log': '系统日志计数',
  'counts of withdrawal orders by platform, day, status, checker and pay way':
    '提现订单按平台、日期、状态、审核人和支付方式的计数',
  'days of accounts are the facts of their players and of everybody below, and the restatements booked on them':
    '账号日数据等于本级与所有下级的事实及当日记入的更正',
  'each settle order is the sum of its rows, and has the entries and the log of its status':
    '每笔结算单等于其明细之和，且分录与记录符合其状态',
  'every ledger entry adds up to nothing, in money and in U': '每笔分录借贷相抵（金额与U）',
  'fees, income and profit of every day follow from its figures by the rates of the day':
    '每日费用、收入和利润由当日数据与当日费率得出',
  'fees, income and profit of every restatement follow from what was known when it was booked':
    '每笔更正的费用、收入和利润由记入时已知的数据得出',
  'months of accounts are the sums of their days': '账号月数据等于日数据之和',
  'months of platforms are the sums of their days': '平台月数据等于日数据之和',
  'orders being paid have a payment command, and only one attempt is alive':
    '出款中的订单有付款指令，且只有一次有效尝试',
  'pending orders of each account are counted with it': '账号的待处理结算单计数正确',
  'pledge balances are the sums of their transfers': '质押余额等于其流水之和',
  'rates in force are the latest of their history': '现行点位等于历史中的最新点位',
  'restatements of accounts are the corrections of facts': '账号更正等于事实更正',
  'settled and pending of each account and platform are what the ledger says':
    '各账号各平台的已结算与提现中等于分录',
  'the account tree holds every ancestor at its distance, and levels count from the channel':
    '账号树包含所有上级及其距离，层级从渠道起算',
  'the account tree knows kind and deletion of everybody in it': '账号树中的类型与删除状态正确',
  'the settle log is what the ledger settled, per account and platform':
    '结算记录等于分录中的已结算（按账号与平台）',
  'totals of accounts are the sums of their months': '账号累计等于月数据之和',
  'totals of withdrawal orders by platform and status': '提现订单按平台与状态的合计',
}
