import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../testing.ts'
import { codeAt, newSecret } from './codes.ts'
import { stepUp } from './step-up.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
  await t.services.db.insertInto('settings').values({ key: 'step-up', value: 'true' }).execute()
})
afterAll(() => t.close())

/** Somebody with an authenticator, about to do what needs a code. */
async function somebody() {
  const { services } = t
  const { id, username } = await t.account()
  const secret = newSecret()
  await services.db
    .updateTable('accounts')
    .set({ sign_secret: services.vault.seal(secret) })
    .where('id', '=', id)
    .execute()
  const ctx = { ...services, caller: { accountId: id, username }, info: { address: '10.9.0.1' } } as never
  return {
    code: () => codeAt(secret, services.clock.now()),
    confirm: async (code: string | undefined) => {
      const confirm = await stepUp(ctx, code)
      await services.db.transaction().execute(confirm)
    },
  }
}

test('needs a code of one’s own authenticator, each good once', async () => {
  const [mine, other] = [await somebody(), await somebody()]
  await expect(mine.confirm(undefined)).rejects.toMatchObject({ said: 'signIn.codeRequired' })
  await expect(mine.confirm(other.code())).rejects.toMatchObject({ said: 'signIn.codeWrong' })
  for (const one of [mine, other]) {
    await expect(one.confirm(one.code())).resolves.toBeUndefined()
    await expect(one.confirm(one.code())).rejects.toMatchObject({ said: 'signIn.codeWrong' })
  }
  t.moveClock(60_000)
  await expect(mine.confirm(mine.code())).resolves.toBeUndefined()
})
