import { testPassword } from '../testing.ts'
import type { Documented, Sent } from './documented.ts'
import { aCode, aFreshPerson, theSigner } from './plant-sign-in.ts'
import { theTask } from './plant-tasks.ts'
import * as s from './shapes.ts'

const encrypted = (password: string) => (w: { encrypt(password: string): string }) => w.encrypt(password)
const newPassword = 'harbour-2027'

const signer: Sent = {
  username: async (w) => (await theSigner(w)).username,
  pwd: encrypted(testPassword),
}
const entry = { id: s.number(), title: s.text(), name: s.text(), icon: s.anyText, children: s.anyList }

export const signInCalls: readonly Documented[] = [
  {
    by: 'anybody',
    call: 'POST login',
    needs: { ...signer, code: aCode, remember: '1' },
    answers: {
      token: s.text(),
      session: { id: s.text(), expires_at: s.text() },
      user_info: {
        id: s.number(),
        username: s.text(),
        kind: s.number(1),
        group_id: s.number(),
        title: s.text(),
        ProxyId: s.anyText,
        is_group_admin: s.yesNo,
        is_channel: s.yesNo,
      },
      authRuleIds: s.rows(s.number()),
    },
  },
  {
    by: 'anybody',
    call: 'POST verify',
    needs: { username: aFreshPerson, pwd: encrypted(testPassword) },
    answers: { isshow: s.yesNo, data: s.picture, secret: s.text() },
    ways: {
      'by who has a key': {
        sends: signer,
        answers: { isshow: s.yesNo, data: s.empty, secret: s.empty },
      },
    },
  },
  {
    by: 'viewer',
    call: 'POST system/pwdEdit',
    needs: {
      pwdOld: encrypted(testPassword),
      pwdNew: encrypted(newPassword),
      pwdConfirm: encrypted(newPassword),
    },
    answers: s.text(),
  },
  {
    by: 'viewer',
    call: 'GET system/menus',
    answers: {
      menuTree: s.rows({ ...entry, name: s.anyText, icon: s.text(), children: s.rows(entry) }),
      authRuleIds: s.rows(s.number()),
    },
  },
  { by: 'channel', call: 'POST serves/uploadimg', files: ['img'], answers: s.text() },
  {
    by: 'finance',
    call: 'POST serves/getMultiTaskProcess',
    needs: { taskIds: async (w) => `${await theTask(w)},987654321` },
    answers: s.byKey({ status: s.text(), tipType: s.text(), tips: s.text(), download_link: s.text() }),
  },
]
