import type { Db } from './db/connect.ts'
import type { Vault } from './secrets.ts'

/** A key of this installation: made by whoever asks first, stored sealed, shared by every process. */
export async function installationKey(
  db: Db,
  vault: Vault,
  name: string,
  make: () => Promise<Buffer | string>,
): Promise<Buffer> {
  const stored = async () =>
    (await db.selectFrom('installation_keys').select('sealed').where('name', '=', name).executeTakeFirst())
      ?.sealed
  let sealed = await stored()
  if (!sealed) {
    await db
      .insertInto('installation_keys')
      .values({ name, sealed: vault.seal(await make()) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    sealed = await stored()
  }
  if (!sealed) throw new Error(`the key ${name} could not be stored`)
  return vault.unseal(sealed)
}
