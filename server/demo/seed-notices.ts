import type { Db } from '../kit/db/connect.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Notices of the demo: for everybody, for staff, for channels, and one that waits for its time. */
const told = [
  {
    title: '本周六 02:00 – 04:00 系统维护',
    content:
      '<p>维护期间<strong>暂停提现审核</strong>，订单会在维护结束后自动恢复排队。</p><ul><li><p>请提前处理完已锁定的订单</p></li><li><p>渠道后台不受影响</p></li></ul>',
    audience: 'all',
    hours: -30,
  },
  {
    title: '新增：偏离近期汇率的结算汇率须双人复核',
    content: '<p>偏离近期汇率超过 10% 的结算汇率须由另一位财务复核后才会生效。</p>',
    audience: 'staff',
    hours: -6,
  },
  {
    title: 'Payouts before the holidays',
    content: '<p>Requests made before <strong>Friday 18:00</strong> are paid the same day.</p>',
    audience: 'channel',
    hours: -3,
  },
  {
    title: '结算时间调整预告',
    content: '<p>自下周起，每日结算申请的处理时间调整为 10:00 – 20:00。</p>',
    audience: 'channel',
    hours: 24,
  },
] as const

export async function seedNotices(tx: Db): Promise<void> {
  const now = Date.now()
  await tx
    .insertInto('notices')
    .values(
      told.map(({ title, content, audience, hours }) => ({
        title,
        content,
        plain: content.replace(/<[^>]+>/g, ''),
        audience,
        start_time: new Date(now + hours * hourMs),
        push_time: new Date(now + hours * hourMs),
        end_time: new Date(now + 60 * dayMs),
        create_username: 'operator',
      })),
    )
    .execute()
}
