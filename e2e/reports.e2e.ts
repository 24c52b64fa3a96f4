import { features } from '../contract/index.ts'
import { kept } from './kit/people.ts'
import { type Told, together, type Worked, workedOut, written } from './kit/second-opinion.ts'
import { expect, type Page, type Sandbox, test } from './kit/test.ts'
import { enter, type Person, personOf } from './product.ts'

/** Each language has a family and a platform of its own, so that the journeys never meet. */
const families = {
  'zh-cn': { platformId: 1, channel: 'channel01', sub: 'sub01', sales: 'sales01', other: 'sales02' },
  'en-us': { platformId: 2, channel: 'channel02', sub: 'sub02', sales: 'sales02', other: 'sales01' },
} as const

const short = (path: string) => path.replace('/adminapi/', '')
const today = () =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' }).format(new Date())

/** What finance reads of an account's points, and the template's of the games' APIs. */
async function pointsOf(finance: Person, call: string, username: string) {
  type Row = { username: string; game_passage_point: number; game_dividend_point: number }
  const { data } = await finance.get<{ list: Row[] }>(call, { username, accountLevel: 0 })
  const row = data?.list.find((one) => one.username === username)
  if (!row) throw new Error(`no account ${username}`)
  const { data: apis } = await finance.call<{ list: { ApiID: number; ApiPoint: number }[] }>(
    short(features.accounts.getGameApiPoints.path),
    { RoleID: '-1' },
  )
  return {
    passage: row.game_passage_point,
    dividend: row.game_dividend_point,
    apis: new Map((apis?.list ?? []).map(({ ApiID, ApiPoint }) => [ApiID, ApiPoint])),
  }
}

const told = async (sandbox: Sandbox, platformId: number, day: string): Promise<Told[]> =>
  (await sandbox.control<{ accounts: Told[] }>(`figures?platform_id=${platformId}&day=${day}`)).accounts

/** A row's figures by the titles of their columns. */
async function figuresOf(page: Page, titles: Readonly<Record<string, string>>) {
  const row = page.locator('tr[data-row-key]').filter({ visible: true })
  await expect(row).toHaveCount(1)
  const heads = await page
    .locator('thead')
    .filter({ visible: true })
    .first()
    .getByRole('columnheader')
    .allInnerTexts()
  const cells = await row.getByRole('cell').allInnerTexts()
  return Object.fromEntries(
    Object.entries(titles).map(([name, title]) => [
      name,
      cells[heads.findIndex((head) => head.trim() === title)]?.trim(),
    ]),
  )
}

const signed = new Set(['DWdiff', 'RealIncome', 'RealProfit'])
const names = [
  'Deposit',
  'Withdraw',
  'DWdiff',
  'PassageFee',
  'PlatformWinLose',
  'RealApiFee',
  'RealIncome',
  'RealProfit',
] as const
const asWritten = (worked: Worked) =>
  Object.fromEntries(names.map((name) => [name, written(worked[name], { signed: signed.has(name) })]))

const figures = {
  deposit: 1_234_567_895,
  withdraw: 456_789_015,
  running: 9_876_543_210,
  apiWinLose: [
    { apiId: 1, amount: 33_333_335 },
    { apiId: 2, amount: -12_345_675 },
    { apiId: 3, amount: 77_777_777 },
  ],
}

test('what platforms tell is on the page to the last unit, as anybody can work it out', async ({
  open,
  sandbox,
  voice,
  language,
  w,
}) => {
  test.setTimeout(120_000)
  const { platformId, channel, sub, sales } = families[language]
  const day = today()
  for (const [index, username] of [channel, sub, sales].entries())
    await sandbox.control('figures', {
      platform_id: platformId,
      username,
      day,
      ...figures,
      deposit: figures.deposit + index * 1_111_115,
    })
  const finance = voice('finance')
  const points = await pointsOf(finance, short(features.accounts.channels.path), channel)
  const below: readonly string[] = [channel, sub, sales]
  const ofDay = async (at: string) =>
    workedOut(
      (await told(sandbox, platformId, at)).filter(({ username }) => below.includes(username)),
      points,
    )
  const worked = await ofDay(day)
  expect(worked.Deposit).toBe(1_234_567_895n * 3n + 1_111_115n * 3n)

  const { reports } = w
  const at = `start=${day}&end=${day}&channel_account=${channel}&platform_id=${platformId}`
  const page = await open('finance', `${features.reports.channelDaily.path}?${at}`)
  const titles = Object.fromEntries(names.map((name) => [name, reports.figures[name]]))
  const deposit = written(worked.Deposit)
  await expect(async () => {
    await page.reload()
    await expect(page.locator('tr[data-row-key]').filter({ visible: true })).toContainText(deposit, {
      timeout: 2000,
    })
  }).toPass()
  const { RealApiFee, ...rest } = await figuresOf(page, titles)
  const { RealApiFee: fee, ...wanted } = asWritten(worked)
  expect(rest).toEqual(wanted)
  expect(RealApiFee).toBe(fee)

  const profit = written(worked.RealProfit, { signed: true })
  await page.getByRole('button', { name: profit }).first().click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText(reports.formulas.RealProfit)
  await expect(drawer.getByText(written(worked.RealProfit, { signed: true, digits: 3 }))).toHaveCount(2)
  await expect(drawer.getByText(reports.equal)).toBeVisible()
  const inputs = drawer.getByRole('row').filter({ hasText: day })
  for (const part of [deposit, written(worked.Withdraw), written(worked.PassageFee), fee ?? ''])
    await expect(inputs).toContainText(part)
  await inputs.getByRole('button').first().click()
  for (const [apiId, point] of points.apis) {
    if (apiId > 3) continue
    await expect(
      drawer.getByRole('listitem').filter({ hasText: String(point / 10).replace('.', ',') }),
    ).not.toHaveCount(0)
  }

  // Since launch: every day there was, each by the same rules, less what was settled.
  const days: Worked[] = []
  const { data: summary } = await finance.get<{ list: { SettleAmount: number }[] }>(
    short(features.reports.channelSummary.path),
    { channel_account: channel, platform_id: platformId },
  )
  for (let back = 0; back < 400; back++) {
    const when = new Date(Date.parse(`${day}T00:00:00Z`) - back * 86_400_000).toISOString().slice(0, 10)
    const agents = await told(sandbox, platformId, when)
    const { data } = await finance.get<{ count: number }>(short(features.reports.channelDaily.path), {
      start: when,
      end: when,
      channel_account: channel,
      platform_id: platformId,
    })
    if (agents.length === 0 || data?.count === 0) break
    days.push(await ofDay(when))
  }
  expect(days.length).toBeGreaterThan(25)
  const all = together(days)
  await page.goto(
    `${features.reports.channelSummary.path}?channel_account=${channel}&platform_id=${platformId}`,
  )
  await expect(page.getByText(reports.since)).toBeVisible()
  const settled = BigInt(Math.round((summary?.list[0]?.SettleAmount ?? 0) * 1000))
  const whole = await figuresOf(page, { ...titles, UnSettleAmount: reports.figures.UnSettleAmount })
  expect(whole).toEqual({
    ...asWritten(all),
    UnSettleAmount: written(all.RealProfit - settled, { signed: true }),
  })
})

test('a salesman sees his own figures only, on the page and by hand', async ({
  open,
  baseURL,
  voice,
  language,
  w,
}) => {
  const { sales, other, platformId } = families[language]
  const url = baseURL ?? ''
  const session = await enter(url, sales)
  const page = await open(undefined, features.reports.salesmanDaily.path, { storage: kept(session) })
  const rows = page.locator('tr[data-row-key]').filter({ visible: true })
  await expect(rows).not.toHaveCount(0)
  await expect(rows.filter({ hasText: other })).toHaveCount(0)
  expect(await rows.filter({ hasText: sales }).count()).toBe(await rows.count())
  await page.goto(`${features.reports.salesmanDaily.path}?channel_account=${other}`)
  await expect(page.getByText(w.kit.emptyFiltered)).toBeVisible()
  await page.goto(features.reports.channelDaily.path)
  await expect(rows).toHaveCount(0)

  const { data } = await voice('finance').get<{ list: { account_id: number; channel_account: string }[] }>(
    short(features.reports.salesmanSummary.path),
    { accountLevel: 0, platform_id: platformId },
  )
  const idOf = (username: string) =>
    data?.list.find(({ channel_account }) => channel_account === username)?.account_id ?? 0
  const mine = personOf(url, session.token)
  const ask = (account_id: number) =>
    mine.get(short(features.reports.explain.path), {
      field: 'RealProfit',
      platform_id: platformId,
      account_id,
    })
  expect((await ask(idOf(sales))).code).toBe(200)
  const [foreign, missing] = [await ask(idOf(other)), await ask(99_999_999)]
  expect(foreign).toEqual(missing)
  expect(foreign.code).toBe(400000)
  const refused = await mine.get(short(features.reports.channelDaily.path), {})
  expect(refused.code).toBe(400011)
  for (const { path } of [
    features.reports.salesmanDaily,
    features.reports.salesmanSummary,
    features.reports.salesmanSettle,
    features.reports.salesmanLive,
  ]) {
    const answer = await mine.get<{ list: unknown[]; count: number }>(short(path), { channel_account: other })
    expect([path, answer.data?.count, answer.data?.list]).toEqual([path, 0, []])
  }
})
