import { type Language, type Text, text } from './kit/language.ts'

/** How a message names a parameter. What is not here is named as the wire spells it. */
const labels: Readonly<Record<string, Text>> = {
  username: text('用户名', 'Username'),
  pwd: text('密码', 'Password'),
  code: text('验证码', 'Verification code'),
  page: text('页码', 'Page'),
  limit: text('每页条数', 'Page size'),
  platformId: text('平台', 'Platform'),
  platform_id: text('平台', 'Platform'),
  orderNo: text('订单号', 'Order number'),
  OrderId: text('订单号', 'Order number'),
  roleId: text('玩家ID', 'Player ID'),
  RoleID: text('玩家ID', 'Player ID'),
  roleids: text('玩家ID', 'Player ID'),
  channelId: text('出款渠道', 'Payout channel'),
  checkUser: text('审核人', 'Checker'),
  description: text('原因', 'Reason'),
  nRequireMul: text('打码倍数', 'Code multiplier'),
  dm: text('打码量', 'Code amount'),
  remark: text('备注', 'Remark'),
  content: text('内容', 'Content'),
  status: text('状态', 'Status'),
  startTime: text('开始时间', 'Start time'),
  endTime: text('结束时间', 'End time'),
  tabIndex: text('页签', 'Tab'),
  name: text('名称', 'Name'),
  cate_id: text('平台分类', 'Category'),
  newStatus: text('状态', 'Status'),
  icon: text('图标', 'Icon'),
  publish_time: text('发布时间', 'Publish time'),
  end_time: text('结束时间', 'End time'),
  api_url: text('接口地址', 'API address'),
  admin_url: text('游戏后台地址', 'Game back-end address'),
  channel_url: text('渠道后台地址', 'Channel address'),
  ChannelCode: text('支付渠道', 'Payment channel'),
  ChannelStatus: text('开关', 'Open or close'),
  updatedPaywayList: text('优先级', 'Priorities'),
  taskIds: text('任务', 'Tasks'),
  game_passage_point: text('代收点位', 'Collection points'),
  game_withdraw_point: text('代付点位', 'Payout points'),
  game_dividend_point: text('分红点位', 'Dividend points'),
  role_id: text('玩家ID', 'Player ID'),
  group_id: text('角色', 'Role'),
  ParentID: text('上级账号', 'Parent account'),
  pledge_u: text('质押数量', 'Pledge'),
  business: text('商务', 'Business'),
  usernames: text('账号', 'Accounts'),
  apiData: text('API点位', 'API points'),
  conf_pwd: text('确认密码', 'Confirmation password'),
  role_name: text('角色名称', 'Role name'),
  auth_rule_ids: text('权限', 'Permissions'),
  type: text('类型', 'Type'),
  date: text('日期', 'Date'),
  rate: text('汇率', 'Rate'),
  agree: text('复核结果', 'Decision'),
  start_date: text('开始日期', 'Start date'),
  end_date: text('结束日期', 'End date'),
  recover: text('恢复', 'Recover'),
}

/** A parameter's name for people, with its wire name so that a caller of the API can find it. */
export function fieldName(field: string, language: Language): string {
  const label = labels[field]
  return label
    ? `${label[language]}（${field}）`.replace(/[（）]/g, (mark) =>
        language === 'zh-cn' ? mark : mark === '（' ? ' (' : ')',
      )
    : field
}
