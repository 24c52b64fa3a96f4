import { randomBytes } from 'node:crypto'
import type { Db } from '../../kit/db/connect.ts'
import type { Vault } from '../../kit/secrets.ts'

export interface APlatform {
  id: number
  name: string
  /** The plain secret. */
  secret: Buffer
}

/** A running platform with its category, its status row and a sealed secret. Each test makes its own. */
export async function aPlatform(
  db: Db,
  vault: Vault,
  {
    apiUrl = '',
    name = `P-${randomBytes(4).toString('hex')}`,
    secret = randomBytes(32),
  }: { apiUrl?: string; name?: string; secret?: Buffer } = {},
): Promise<APlatform> {
  const category = await db
    .insertInto('platform_categories')
    .values({ name: `category of ${name}` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('platforms')
    .values({
      name,
      cate_id: category.id,
      status: 1,
      api_url: apiUrl,
      admin_url: 'https://admin.example',
      channel_url: 'https://channel.example',
      secret: vault.seal(secret),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('platform_status').values({ platform_id: id }).execute()
  return { id, name, secret }
}
