import { type Documented, paged, type Sent } from './documented.ts'
import { aLogEntry, aNotice, bot, logged, theBotAction, theTitle, words } from './plant-words.ts'
import * as s from './shapes.ts'

const operator = { by: 'operator' } as const
const form: Sent = {
  ...words,
  start_time: '2026-01-01 00:00:00',
  end_time: '2036-01-01 00:00:00',
  push_time: '2026-01-02 00:00:00',
}
const read = {
  list: s.rows({ push_time: s.time, title: s.text(words.title), content: s.text() }),
  count: s.count(),
}

export const noticeCalls: readonly Documented[] = [
  {
    by: 'viewer',
    call: 'GET system/sysMsgList',
    needs: {},
    may: { ...paged, title: theTitle, content: words.content, status: '1' },
    answers: {
      list: s.rows({
        id: s.number(),
        title: s.text(words.title),
        content: s.text(),
        status: s.flag(1),
        start_time: s.time,
        end_time: s.time,
        push_time: s.time,
        create_time: s.time,
      }),
      count: s.count(),
    },
  },
  { ...operator, call: 'POST system/sysMsgAdd', needs: form },
  { ...operator, call: 'POST system/sysMsgEdit', needs: { id: aNotice, ...form } },
  { ...operator, call: 'GET system/sysMsgDel', needs: { id: aNotice } },
  { ...operator, call: 'GET system/sysMsgStatus', needs: { id: aNotice, newStatus: '0' } },
  {
    by: 'viewer',
    call: 'GET userSysMsgList',
    needs: {},
    may: { page: '1', limit: '20', title: theTitle },
    answers: read,
  },
  {
    by: 'channel',
    call: 'GET system/channelSysMsgList',
    needs: {},
    may: { page: '1', limit: '10', title: theTitle },
    answers: read,
  },
]

const botLog = (of: 'channel' | 'subChannel'): Documented => ({
  by: 'channel',
  call: `GET ${of}/telegramBotLog`,
  needs: {},
  may: {
    ...paged,
    start: (w) => w.day(1),
    end: (w) => w.day(),
    action: theBotAction,
    role_id: (w) => w.family[of].proxyId,
    chat_id: bot.chatId,
    username: bot.username,
    platname: bot.platname,
    channel_account: `harbor-${of}`,
    channel_name: bot.channelName,
  },
  answers: {
    list: s.rows({
      id: s.number(),
      username: s.text(bot.username),
      platname: s.text(bot.platname),
      channel_name: s.text(bot.channelName),
      channel_account: s.text(`harbor-${of}`),
      action: s.text(bot.action),
      command: s.text(),
      response: s.text(),
      chat_id: s.text(bot.chatId),
      target_telegram_id: s.text(),
      target_telegram_username: s.text(),
      action_telegram_id: s.text(),
      action_telegram_username: s.text(),
      update_time: s.time,
      role_id: s.digits(),
    }),
    count: s.count(1),
    configs: { telegram_bot_log_type: s.labels },
  },
})

export const logCalls: readonly Documented[] = [
  {
    by: 'viewer',
    call: 'POST CustomerService/serviceLogs',
    needs: {},
    may: {
      ...paged,
      start: (w) => w.day(1).replaceAll('-', ''),
      end: (w) => w.day().replaceAll('-', ''),
      id: aLogEntry,
      username: 'test-operator',
      optRouter: '/adminapi/system/sysMsgAdd',
      optRequest: logged,
    },
    answers: {
      list: s.rows({
        id: s.number(),
        username: s.text('test-operator'),
        recordtime: s.time,
        title: s.text(),
        request: s.text(),
        response: s.text(),
      }),
      count: s.count(1),
      configs: { routerList: s.labels },
    },
  },
  botLog('channel'),
  botLog('subChannel'),
]
