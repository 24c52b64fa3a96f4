import { emit } from './events.ts'
import { brazil, china, elsewhere, mailHosts, models } from './names.ts'
import { payWay } from './payways.ts'
import { type Draw, drawFor } from './random.ts'
import { stored } from './store.ts'
import type { Platform, World } from './world.ts'

/**
 * What a player is there for. `ring`: one fraud ring sharing card, device and address. `auto`: candidates for auto
 * payout. `fails`, `hangs`, `twice`: sentinels, whose payouts always do just that.
 */
export type Kind = 'ordinary' | 'blogger' | 'ring' | 'auto' | Sentinel
export type Sentinel = 'fails' | 'hangs' | 'twice'
export const sentinels: readonly Sentinel[] = ['fails', 'hangs', 'twice']

/** What does not change about a player. */
export interface Profile {
  username: string
  channelRoleId: string
  payWay: number
  realName: string
  cardNo: string
  province: string
  city: string
  bankName: string
  recordType: 1 | 2
  depositLevel: number
  teamRemark: string
  channelRemark: string
  salesmanRemark: string
  devices: string[]
  ips: string[]
  loginIpCount: number
  regIpCount: number
  advFee: number
  gmScore: number
  mailMoney: number
}

export interface PlayerRow {
  platform_id: number
  role_id: string
  kind: Kind
  profile: string
  version: number
  auto_payout: number
  remark: string
  /** Thousandths, as all money here but total_deposit, which is plain. */
  balance: number
  turnover: number
  duty: number
  total_deposit: number
  deposit_count: number
  total_drawn: number
  total_roll_out: number
  withdraw_times: number
  total_tax: number
  total_win: number
}

const ascii = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/[^A-Za-z]/g, '')
    .toLowerCase()

function destination(draw: Draw, chinese: boolean, foreign: boolean) {
  const words = chinese ? china : foreign ? elsewhere : brazil
  const [first, last] = [draw.pick<string>(words.first), draw.pick<string>(words.last)]
  const realName = chinese ? last + first : `${first} ${last}`
  const [province, city] = draw.pick<readonly [string, string]>(words.places)
  const bankName = draw.pick<string>(words.banks)
  const base = { realName, province, city, bankName }
  if (chinese) return { ...base, payWay: payWay.unionPay, cardNo: `62${draw.digits(17)}` }
  const lot = draw.unit()
  if (lot < 0.2) return { ...base, payWay: payWay.bank, cardNo: `${draw.digits(4)}-${draw.digits(8)}` }
  if (lot < 0.25) return { realName, payWay: payWay.cash, cardNo: '', province: '', city: '', bankName: '' }
  const cpf = draw.digits(11)
  if (lot < 0.55) return { ...base, payWay: payWay.cpf, cardNo: cpf }
  const ddd = draw.pick(['11', '21', '31', '41', '51', '71', '81', '85', '92'])
  if (lot < 0.75) {
    return { ...base, payWay: payWay.phone, cardNo: cpf, province: `+55${ddd}9${draw.digits(8)}`, city: '' }
  }
  const box = `${ascii(first) || 'cliente'}.${ascii(last) || 'br'}${draw.int(1, 99)}`
  const host = draw.pick(mailHosts)
  // Both ways that games keep an e-mail address: whole, or cut at the @.
  const mail = draw.chance(0.5) ? { city: `${box}@${host}`, province: '' } : { city: box, province: host }
  return { ...base, payWay: payWay.email, cardNo: cpf, ...mail }
}

function profileOf(draw: Draw, platform: Platform, kind: Kind, number: number): Profile {
  const chinese = draw.chance(0.12)
  const to = destination(draw, chinese, !chinese && draw.chance(0.06))
  const shared = drawFor('ring', platform.platform_id)
  const ringCard = `4509-${shared.digits(8)}`
  const ringDevices = [`${shared.pick(models)}/${shared.digits(8)}`, `emulator/${shared.digits(8)}`]
  const ringIp = `177.${shared.int(10, 200)}.${shared.int(1, 250)}.${shared.int(1, 250)}`
  const inRing = kind === 'ring'
  const channel = draw.int(1, 6)
  const isSentinel = sentinels.some((sentinel) => sentinel === kind)
  return {
    ...to,
    ...(inRing && {
      payWay: payWay.bank,
      cardNo: ringCard,
      bankName: 'PagBank',
      province: 'Pará',
      city: 'Belém',
    }),
    ...(isSentinel && {
      payWay: payWay.cpf,
      cardNo: draw.digits(11),
      realName: `SENTINEL ${kind}`,
      province: 'São Paulo',
      city: 'Campinas',
      bankName: 'Nubank',
    }),
    username: isSentinel ? `SENTINEL-${kind}` : `${chinese ? 'wx' : 'br'}_${draw.digits(6)}${number}`,
    channelRoleId: String(1000 + channel * 100 + draw.int(1, 40)),
    recordType: draw.chance(0.06) ? 2 : 1,
    depositLevel: draw.int(0, 6),
    teamRemark: draw.chance(0.15) ? draw.pick(['重点团队', 'Equipe Norte', 'VIP']) : '',
    channelRemark:
      platform.story === 'dispute' && channel <= 2
        ? '渠道结算有争议 / acerto em disputa'
        : draw.chance(0.1)
          ? `渠道 ${channel} 重点观察`
          : '',
    salesmanRemark: draw.chance(0.1) ? draw.pick(['新业务员', 'indicação', '老客户']) : '',
    devices: inRing ? ringDevices : [`${draw.pick(models)}/${draw.digits(8)}`],
    ips: inRing
      ? [ringIp]
      : [`${draw.int(177, 201)}.${draw.int(1, 250)}.${draw.int(1, 250)}.${draw.int(1, 250)}`],
    loginIpCount: inRing ? draw.int(6, 9) : draw.int(1, 2),
    regIpCount: inRing ? 7 : 1,
    advFee: kind === 'blogger' ? draw.int(100, 900) : 0,
    gmScore: draw.chance(0.08) ? draw.int(5, 120) : 0,
    mailMoney: draw.chance(0.3) ? draw.int(1, 40) * 1000 : 0,
  }
}

/** A new player with a past, told to Pitboss. The same seed, platform and number always give the same player. */
export function register(world: World, platform: Platform, kind: Kind, at = world.now()): PlayerRow {
  const { store } = world
  const taken = store.one<{ player_count: number }>(
    'update platforms set player_count = player_count + 1 where platform_id = ? returning player_count',
    platform.platform_id,
  )
  const number = taken?.player_count ?? 1
  const draw = drawFor(world.seed, platform.platform_id, 'player', number)
  const profile = profileOf(draw, platform, kind, number)
  const deposits = draw.int(1, 40)
  const deposited = deposits * draw.int(20, 300)
  const turnover = deposited * 1000 * draw.int(kind === 'ring' ? 1 : 3, kind === 'ring' ? 1 : 14)
  store.run(
    `insert into players (platform_id, role_id, kind, profile, balance, turnover, total_deposit, deposit_count,
      total_drawn, total_roll_out, withdraw_times, total_tax, total_win) values (?,?,?,?,?,?,?,?,0,0,0,0,?)`,
    platform.platform_id,
    String(platform.platform_id * 1_000_000 + 100_000 + number),
    kind,
    JSON.stringify(profile),
    draw.int(0, 400) * 1000,
    turnover,
    deposited,
    deposits,
    Math.round(turnover * (draw.unit() - 0.45)),
  )
  const row = playerOf(
    world,
    platform.platform_id,
    String(platform.platform_id * 1_000_000 + 100_000 + number),
  )
  if (!row) throw new Error('A player just made is not there.')
  tellPlayer(world, row, at)
  return row
}

export function playerOf(world: World, platformId: number, roleId: string): PlayerRow | undefined {
  return world.store.one<PlayerRow>(
    'select * from players where platform_id = ? and role_id = ?',
    platformId,
    roleId,
  )
}

/** Sends the player's totals as they are. */
export function tellPlayer(world: World, row: PlayerRow, at?: number): void {
  const { username, channelRoleId } = stored<Profile>(row.profile)
  const data = {
    roleId: row.role_id,
    version: row.version,
    channelRoleId,
    username,
    totalDeposit: row.total_deposit,
    totalRollOut: row.total_roll_out,
    totalRunning: row.turnover,
    totalTax: row.total_tax,
    totalWin: row.total_win,
    depositMinusRollOut: row.total_deposit * 1000 - row.total_roll_out,
    remark: row.remark,
  }
  emit(world, row.platform_id, 'player', data, at === undefined ? {} : { at })
}

/** Counts up the player's version and tells Pitboss; for after a change. */
export function playerChanged(world: World, platformId: number, roleId: string, at?: number): void {
  const row = world.store.one<PlayerRow>(
    'update players set version = version + 1 where platform_id = ? and role_id = ? returning *',
    platformId,
    roleId,
  )
  if (row) tellPlayer(world, row, at)
}
