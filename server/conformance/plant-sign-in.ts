import { codeAt, newSecret } from '../features/sign-in/index.ts'
import { pictures, sendForm } from '../features/platforms/testing.ts'
import { once } from './once.ts'
import type { World } from './world.ts'

/** Name of an account that never signed in: its authenticator is not bound. */
export const aFreshPerson = async (w: World): Promise<string> => (await w.t.account()).username

/** Staff with an authenticator. */
export const theSigner = once(async (w) => {
  const { db, vault } = w.t.services
  const { id, username } = await w.t.account()
  const secret = newSecret()
  await db
    .updateTable('accounts')
    .set({ sign_secret: vault.seal(secret) })
    .where('id', '=', id)
    .execute()
  return { username, secret }
})

/** The signer's code of a step that was not used yet. */
export async function aCode(w: World): Promise<string> {
  w.t.moveClock(30_000)
  return codeAt((await theSigner(w)).secret, w.t.services.clock.now())
}

/** Address of a picture that somebody uploaded. */
export async function anImage(w: World): Promise<string> {
  const { data } = await sendForm(
    w.t,
    '/adminapi/serves/uploadimg',
    w.token('operator') ?? '',
    {},
    {
      img: { bytes: pictures.png },
    },
  )
  return String(data)
}
