import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { features } from '../../../contract/index.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { seedRoles } from '../../../contract/rules.ts'
import type { TestApp } from '../../testing.ts'

/** Encrypts passwords as the browser does. */
export async function encryptor(t: TestApp): Promise<(password: string) => string> {
  const { data } = await t.call(features.signIn.config, {})
  const key = createPublicKey(data?.publicKey ?? '')
  return (password) =>
    publicEncrypt(
      { key, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' },
      Buffer.from(JSON.stringify({ p: password, t: t.services.clock.now().getTime() })),
    ).toString('base64')
}

type Person = Awaited<ReturnType<TestApp['account']>>
/** A channel with two sub-channels one below the other, and a salesman below each of the three. */
export interface Tree {
  channel: Person
  sub: Person
  subsub: Person
  salesOfChannel: Person
  salesOfSub: Person
  salesOfSubsub: Person
}

/** A tree of its own, whose names begin with `prefix`. */
export async function aTree(t: TestApp, prefix: string): Promise<Tree> {
  const channel = await t.account({
    kind: kind.channel,
    roleId: seedRoles.channel.id,
    username: `${prefix}-channel`,
  })
  const below = (of: 'subChannel' | 'salesman', parent: Person, name: string) =>
    t.account({
      kind: kind[of],
      roleId: seedRoles[of].id,
      parentId: parent.id,
      username: `${prefix}-${name}`,
    })
  const sub = await below('subChannel', channel, 'sub')
  const subsub = await below('subChannel', sub, 'subsub')
  return {
    channel,
    sub,
    subsub,
    salesOfChannel: await below('salesman', channel, 'sales'),
    salesOfSub: await below('salesman', sub, 'sales-sub'),
    salesOfSubsub: await below('salesman', subsub, 'sales-subsub'),
  }
}

/** Everything that people can change here, as one text: equal before and after means nothing changed. */
export async function peopleState({ services: { db } }: TestApp): Promise<string> {
  const all = await Promise.all([
    db.selectFrom('accounts').selectAll().orderBy('id').execute(),
    db.selectFrom('account_tree').selectAll().orderBy('ancestor_id').orderBy('account_id').execute(),
    db.selectFrom('account_rates').selectAll().orderBy('account_id').orderBy('from_day').execute(),
    db.selectFrom('api_points').selectAll().orderBy('owner_id').orderBy('api_id').execute(),
    db.selectFrom('pledge_transfers').selectAll().orderBy('id').execute(),
    db.selectFrom('roles').selectAll().orderBy('id').execute(),
    db.selectFrom('auth_rules').selectAll().orderBy('id').execute(),
    db.selectFrom('role_rules').selectAll().orderBy('role_id').orderBy('rule_id').execute(),
    db.selectFrom('tasks').select(['id', 'kind', 'params']).orderBy('id').execute(),
    db.selectFrom('audit_log').select('id').orderBy('id').execute(),
    db.selectFrom('sessions').select(['id', 'ended_at']).orderBy('id').execute(),
  ])
  return JSON.stringify(all, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))
}
