import { setTimeout as sleep } from 'node:timers/promises'
import { features } from '../../contract/index.ts'
import { once } from './once.ts'
import type { World } from './world.ts'

export const words = { title: '夜间维护', content: '今晚两点' } as const
const window = { start: '2026-01-01T00:00:00Z', push: '2026-01-02T00:00:00Z', end: '2036-01-01T00:00:00Z' }

/** A notice that everybody is shown now; answers its id. */
export async function aNotice(w: World): Promise<string> {
  const { id } = await w.t.services.db
    .insertInto('notices')
    .values({
      title: words.title,
      content: `<p>${words.content}</p>`,
      plain: words.content,
      status: 1,
      audience: 'all',
      start_time: window.start,
      push_time: window.push,
      end_time: window.end,
      create_username: 'test-operator',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

/** Title of a notice that is there to be found. */
export const theTitle = once(async (w) => {
  await aNotice(w)
  return words.title
})

/** What the chat bot did for the channel and the sub-channel. */
export const bot = {
  action: 'queryOrder',
  username: 'clerk_of_harbor',
  chatId: '-100200',
  platname: 'Harbor Lights',
  channelName: 'Harbor',
} as const

export const theBotAction = once(async (w) => {
  const { db, clock } = w.t.services
  const at = clock.now()
  const day = clock.dayOf(at)
  for (const { id, username, proxyId } of [w.family.channel, w.family.subChannel]) {
    await db
      .insertInto('bot_log')
      .values({
        entry_id: `did-${username}`,
        at,
        day,
        account_id: id,
        username: bot.username,
        platname: bot.platname,
        channel_name: bot.channelName,
        channel_account: username,
        action: bot.action,
        command: '/order W26000001',
        response: 'under review',
        chat_id: bot.chatId,
        target_telegram_id: '501',
        target_telegram_username: 'target',
        action_telegram_id: '502',
        action_telegram_username: 'actor',
        role_id: proxyId,
      })
      .execute()
    await db.insertInto('bot_log_counts').values({ day, account_id: id, action: bot.action, n: 1 }).execute()
  }
  return bot.action
})

/** Title of a notice whose making was logged. */
export const logged = '写入日志的公告'

/** Makes that notice; answers the id of the log's entry once it is written, which is after the answer. */
export async function aLogEntry(w: World): Promise<string> {
  const times = { start_time: '2026-01-01', end_time: '2026-01-03', push_time: '2026-01-02' }
  const token = w.token('operator')
  await w.t.send(features.notices.add.path, { title: logged, content: 'x', ...times }, { token })
  for (;;) {
    const row = await w.t.services.db
      .selectFrom('operation_log')
      .select('id')
      .where('request', 'like', `%${logged}%`)
      .executeTakeFirst()
    if (row) return String(row.id)
    await sleep(20)
  }
}

/** A settlement rate of a day of its own; answers its id. */
export async function aRate(w: World, day = aRateDay(w)): Promise<string> {
  const { id } = await w.t.services.db
    .insertInto('settlement_rates')
    .values({ day, rate: 54_321n, remark: '当日', entered_by: 1, entered_name: 'test-finance' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}

/** A day to come that has no rate yet. */
export const aRateDay = (w: World): string => w.day(-100 - w.next())

/** Today's rate, 5.4321 for one U. */
export const rateToday = once(async (w) => {
  await aRate(w, w.day())
  return '5.4321'
})
