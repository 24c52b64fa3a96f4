import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import type { logs } from '../../../contract/logs.ts'
import type { Actor } from '../../kit/audit.ts'
import { audit } from '../../kit/audit.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import type { Services } from '../../kit/services.ts'

const name = 'bot'
/** How long the key before the present one still counts. */
const overlapMs = 24 * 3_600_000

type Needs = Pick<Services, 'db' | 'vault' | 'clock'>

const stored = (db: Needs['db']) =>
  db.selectFrom('service_keys').selectAll().where('name', '=', name).executeTakeFirst()

/** Who made the bot's key and when it was last used; never the key. */
export async function botKeyState({ db, clock }: Ctx<'rule'>): Promise<ResultOf<typeof logs.botKey>> {
  const row = await stored(db)
  const former = row?.former_until && row.former_until > clock.now() ? row.former_until : null
  return {
    key_id: row?.key_id ?? '',
    made_by: row?.made_by ?? '',
    made_at: clock.format(row?.made_at ?? null),
    last_used: clock.format(row?.last_used_at ?? null),
    former_until: clock.format(former),
  }
}

/**
 * Makes a new key and answers its secret, this once. The key used until now counts for 24 hours more. Refuses when
 * somebody else made one at the same moment.
 */
export async function makeBotKey(
  { db, vault, clock }: Needs,
  actor: Actor,
): Promise<ResultOf<typeof logs.botKeyMake>> {
  const row = await stored(db)
  const secret = randomBytes(32)
  const key_id = `bk_${randomBytes(5).toString('hex')}`
  const former_until = row ? new Date(clock.now().getTime() + overlapMs) : null
  const fresh = { key_id, sealed: vault.seal(secret), made_by: actor.username, made_at: clock.now() }
  await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('service_keys')
      .values({ name, ...fresh })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({
            ...fresh,
            former_id: row?.key_id ?? '',
            former_sealed: row?.sealed ?? null,
            former_until,
            last_used_at: null,
          })
          .where('service_keys.key_id', '=', row?.key_id ?? ''),
      )
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) refuse('kit.changedMeanwhile')
    await audit(tx, {
      actor,
      action: 'logs.botKeyMake',
      entity: 'service-key',
      entityId: name,
      before: { key_id: row?.key_id ?? '' },
      after: { key_id, former_until: clock.format(former_until) },
    })
  })
  return { key_id, secret: secret.toString('hex'), former_until: clock.format(former_until) }
}

/** Ends every key of the bot at once: for one that fell into wrong hands. */
export async function withdrawBotKey({ db, caller }: Ctx<'rule'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = await tx
      .deleteFrom('service_keys')
      .where('name', '=', name)
      .returning('key_id')
      .executeTakeFirst()
    if (!gone) refuse('logs.noSuchKey')
    await audit(tx, {
      actor: caller,
      action: 'logs.botKeyDel',
      entity: 'service-key',
      entityId: name,
      before: { key_id: gone?.key_id },
    })
  })
}

/** The secret of a key the bot may use now, or null. */
export async function botSecret({ db, vault, clock }: Needs, keyId: string): Promise<Buffer | null> {
  const row = await stored(db)
  if (!row) return null
  if (row.key_id === keyId) return vault.unseal(row.sealed)
  const former = row.former_id === keyId && row.former_until && row.former_until > clock.now()
  return former && row.former_sealed ? vault.unseal(row.former_sealed) : null
}

/** Notes that the bot was heard, at most once a minute. */
export async function noteBotKeyUsed(db: Needs['db']): Promise<void> {
  await sql`update service_keys set last_used_at = now()
    where name = ${name} and (last_used_at is null or last_used_at < now() - interval '1 minute')`.execute(db)
}

/** For the demo: the key in use with its secret, made if there is none. */
export async function demoBotKey(services: Needs): Promise<{ keyId: string; secret: string }> {
  const row = await stored(services.db)
  if (row) return { keyId: row.key_id, secret: services.vault.unseal(row.sealed).toString('hex') }
  const made = await makeBotKey(services, { accountId: null, username: 'system' })
  return { keyId: made.key_id, secret: made.secret }
}
