import { text } from './kit/language.ts'

/** What the chat bot does, by the word it reports. A word that is not here is shown as it came. */
export const botActions = {
  bindChat: text('绑定群组', 'Bind a chat'),
  unbindChat: text('解绑群组', 'Unbind a chat'),
  renameChat: text('群组改名', 'Rename a chat'),
  addAdmin: text('添加管理员', 'Add an admin'),
  removeAdmin: text('移除管理员', 'Remove an admin'),
  queryFigures: text('查询数据', 'Ask for figures'),
  queryPlayer: text('查询玩家', 'Ask for a player'),
  queryOrder: text('查询订单', 'Ask for an order'),
  querySettlement: text('查询结算', 'Ask for the settlement'),
  notify: text('发送通知', 'Send a notice'),
  help: text('帮助', 'Help'),
} as const
