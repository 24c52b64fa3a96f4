import { type Kind, kind } from '../../contract/kit/kinds.ts'
import { seedRoles } from '../../contract/rules.ts'

/** One password for the whole cast: this is a demonstration, and a production start never loads it. */
export const demoPassword = 'pitboss2026'

export interface CastMember {
  username: string
  kind: Kind
  role: keyof typeof seedRoles
  /** Username of the parent account. */
  parent?: string
  /** Player id of the account's proxy in the games. */
  proxyId?: string
  remark: string
  /** Points for collection, payout and dividend in tenths of a percent; pledge in whole U. */
  terms?: { points: readonly [number, number, number]; business?: string; pledge?: number }
  /** Binds its authenticator at its first sign-in, so that the QR step can be seen. */
  firstTime?: boolean
}

/** The same people in every demo, screenshot and journey. Channels 01 and 02 share nobody. */
export const cast: readonly CastMember[] = [
  { username: 'admin', kind: kind.staff, role: 'superAdmin', remark: '集团管理员' },
  { username: 'finance', kind: kind.staff, role: 'finance', remark: '财务审核一组' },
  { username: 'finance2', kind: kind.staff, role: 'finance', remark: '财务审核二组' },
  { username: 'operator', kind: kind.staff, role: 'operator', remark: '平台运营' },
  { username: 'viewer', kind: kind.staff, role: 'viewer', remark: '只读观察' },
  {
    username: 'trainee',
    kind: kind.staff,
    role: 'viewer',
    remark: '新人，首次登录需绑定验证器',
    firstTime: true,
  },
  {
    username: 'trainee2',
    kind: kind.staff,
    role: 'viewer',
    remark: '新人，首次登录需绑定验证器',
    firstTime: true,
  },
  {
    username: 'channel01',
    kind: kind.channel,
    role: 'channel',
    proxyId: '10001',
    remark: '华东渠道',
    terms: { points: [55, 20, 400], business: '陈商务', pledge: 20000 },
  },
  {
    username: 'sub01',
    kind: kind.subChannel,
    role: 'subChannel',
    parent: 'channel01',
    proxyId: '10011',
    remark: '华东一部',
    terms: { points: [55, 20, 200] },
  },
  {
    username: 'sales01',
    kind: kind.salesman,
    role: 'salesman',
    parent: 'sub01',
    proxyId: '10111',
    remark: '李销售',
    terms: { points: [55, 20, 100] },
  },
  {
    username: 'channel02',
    kind: kind.channel,
    role: 'channel',
    proxyId: '20001',
    remark: '华南渠道',
    terms: { points: [60, 20, 350], business: '林商务', pledge: 8000 },
  },
  {
    username: 'sub02',
    kind: kind.subChannel,
    role: 'subChannel',
    parent: 'channel02',
    proxyId: '20011',
    remark: '华南一部',
    terms: { points: [60, 20, 180] },
  },
  {
    username: 'sales02',
    kind: kind.salesman,
    role: 'salesman',
    parent: 'sub02',
    proxyId: '20111',
    remark: '王销售',
    terms: { points: [60, 20, 90] },
  },
  {
    username: 'channel03',
    kind: kind.channel,
    role: 'channel',
    proxyId: '30001',
    remark: '华北渠道',
    terms: { points: [50, 20, 300], business: '陈商务' },
  },
]

/** The three games of the demo and the story each tells. */
export const demoPlatforms = [
  { name: 'Aurora', remark: '巴西A站', story: 'calm', category: '棋牌' },
  { name: 'Borealis', remark: '巴西B站', story: 'dispute', category: '棋牌' },
  { name: 'Cascade', remark: '巴西C站', story: 'fraud', category: '电子' },
] as const

/** The games' APIs and the points the template gives them, in tenths of a percent. */
export const demoApis = [
  { name: 'PG', point: 75 },
  { name: 'JILI', point: 80 },
  { name: 'Pragmatic', point: 100 },
  { name: 'Evolution', point: 120 },
  { name: 'Spribe', point: 90 },
] as const
