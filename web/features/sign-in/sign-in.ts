import { useEffect, useRef, useState } from 'react'
import { features } from '../../../contract/index.ts'
import type { ResultOf } from '../../../contract/kit/endpoint.ts'
import { attempt, call } from '../../kit/api.ts'
import { encryptPassword } from '../../kit/encrypt.ts'
import { serverNow } from '../../kit/region.ts'
import { beginSession } from '../../kit/session.ts'
import { sizes } from '../../kit/sizes.ts'
import { useText } from '../../kit/text.ts'
import { toast } from '../../kit/toast.ts'
import { oneTimeCode } from './one-time-code.ts'
import { signInWords } from './words.ts'

export type Config = ResultOf<typeof features.signIn.config>
export type DemoAccount = NonNullable<Config['demo']>['accounts'][number]
export interface Entered {
  username: string
  pwd: string
  code: string
  remember: boolean
}
type Checked = ResultOf<typeof features.signIn.verify> & { of: string }

const nameOf = ({ username, pwd }: Pick<Entered, 'username' | 'pwd'>) => `${username.trim()}\n${pwd}`

/** The steps of signing in: name and password are checked, the authenticator is bound once, the code opens the door. */
export function useSignIn(config: Config | undefined, enter: () => void) {
  const t = useText(signInWords)
  const [checked, setChecked] = useState<Checked>()
  const [busy, setBusy] = useState<'' | 'check' | 'enter' | 'done'>('')
  const checking = useRef<{ of: string; answer: Promise<Checked> }>(undefined)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])

  const lock = (password: string) => {
    if (!config) throw new Error('no configuration')
    return encryptPassword(password, config.publicKey)
  }
  /** Checks name and password once; who asks again about the same ones gets the same answer. */
  const verify = (entered: Pick<Entered, 'username' | 'pwd'>): Promise<Checked> => {
    const of = nameOf(entered)
    if (checking.current?.of === of) return checking.current.answer
    const ask = async () => {
      const pwd = await lock(entered.pwd)
      const answer = { ...(await call(features.signIn.verify, { username: entered.username, pwd })), of }
      if (checking.current?.of === of) setChecked(answer)
      return answer
    }
    const answer = ask()
    checking.current = { of, answer }
    return answer
  }
  const forget = () => {
    checking.current = undefined
    setChecked(undefined)
  }
  const login = async ({ username, pwd, code, remember }: Entered, silent = false) => {
    const answer = await call(
      features.signIn.login,
      { username, pwd: await lock(pwd), code, remember },
      { silent },
    )
    beginSession(answer)
    setBusy('done')
    toast.success(t.success)
    leaving.current = setTimeout(enter, sizes.homeAfterMs)
  }
  /** Runs a step with its button busy; true when it went well. */
  const step = async (name: 'check' | 'enter', work: () => Promise<unknown>): Promise<boolean> => {
    let well = false
    setBusy(name)
    await attempt(async () => {
      await work()
      well = true
    }).finally(() => setBusy((now) => (now === 'done' ? now : '')))
    return well
  }
  return {
    checked,
    busy,
    forget,
    /** Asks once both are filled; a wrong pair is forgotten, so that it can be tried again. */
    check: async (entered: Pick<Entered, 'username' | 'pwd'>) => {
      const well = await step('check', () => verify(entered))
      // Meanwhile something else may have been typed, and asked about.
      if (!well && checking.current?.of === nameOf(entered)) forget()
      return well
    },
    submit: (entered: Entered) => step('enter', () => login(entered)),
    demo: (account: DemoAccount, remember: boolean) =>
      step('enter', async () => {
        const { username, password: pwd } = account
        const { isshow, secret } = await verify({ username, pwd })
        const codeAt = (later: number) =>
          oneTimeCode(isshow ? secret : account.secret, serverNow().getTime(), later)
        const entered = { username, pwd, remember }
        // A code counts once. Whoever signs in twice within its half minute needs the next one, which is accepted early.
        await login({ ...entered, code: await codeAt(0) }, true).catch(async () =>
          login({ ...entered, code: await codeAt(1) }),
        )
      }),
  }
}
