import { expect, test } from 'vitest'
import { livePath } from '../../../contract/live.ts'
import { seedRoles } from '../../../contract/rules.ts'
import { testApp } from '../../testing.ts'

test('a session that ends while its stream is being opened is told so at once', async () => {
  // One connection: what is asked first is answered first.
  const t = await testApp({ poolSize: 1 })
  try {
    const person = await t.account({ roleId: seedRoles.finance.id })
    const { live, db } = t.services
    const subscribe = live.subscribe.bind(live)
    live.subscribe = (listener) => {
      // Ended and announced before anybody listens.
      void db
        .updateTable('sessions')
        .set({ ended_at: new Date(), ended_by_server: true })
        .where('account_id', '=', person.id)
        .execute()
      return subscribe(listener)
    }
    const url = await t.app.listen({ port: 0, host: '127.0.0.1' })
    const answer = await fetch(`${url}${livePath}`, { headers: { authorization: `Bearer ${person.token}` } })
    const said = await answer.text()
    expect(said).toContain(JSON.stringify({ type: 'access', accountId: person.id, roleId: null }))
  } finally {
    await t.close()
  }
})

test('a server that closes ends its streams and answers what it was asked', async () => {
  const t = await testApp()
  const person = await t.account({ roleId: seedRoles.finance.id })
  const url = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const stream = await fetch(`${url}${livePath}`, { headers: { authorization: `Bearer ${person.token}` } })
  const body = stream.text()
  await t.close()
  expect(await body).toContain(': hello')
})
