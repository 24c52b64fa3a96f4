import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { expect } from 'vitest'
import { fieldName } from '../../../contract/fields.ts'
import { features } from '../../../contract/index.ts'
import { codes } from '../../../contract/kit/codes.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import { languages } from '../../../contract/kit/language.ts'
import { type MessageCode, say } from '../../../contract/messages.ts'
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

export type Sent = Record<string, string>
/** What is wrong, the call, its parameters, the message, and the field it names. */
export type Refused = [
  what: string,
  path: string,
  sent: () => Sent,
  message: MessageCode | RegExp,
  field?: string,
]

/** Sends it in both languages, passwords sealed on the way: refused, with the message, and nothing has changed. */
export async function expectRefused(
  t: TestApp,
  token: string,
  [, path, sent, message, field]: Refused,
  encrypt = (password: string) => password,
): Promise<void> {
  const before = await peopleState(t)
  const method = /Status|Del$|del$|rolerules$|Unbind/.test(path) ? 'GET' : 'POST'
  for (const lang of languages) {
    const form = { ...sent() }
    for (const name of ['pwd', 'conf_pwd'] as const)
      if (form[name] !== undefined) form[name] = encrypt(form[name])
    const address = `/adminapi/system/${path}`.replace('/system/..', '')
    const answer = await t.send(address, form, { token, lang, method })
    expect(answer).toMatchObject({ success: false, code: codes.refused, data: null })
    if (message instanceof RegExp) expect(answer.message).toMatch(message)
    else expect(answer.message).toBe(say(message, lang, { field: fieldName(field ?? '', lang) }))
    if (field) expect(answer.field).toBe(field)
  }
  expect(await peopleState(t)).toBe(before)
}
