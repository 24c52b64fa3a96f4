import * as z from 'zod'
import { endpoint } from './kit/endpoint.ts'
import { text } from './kit/language.ts'
import * as p from './kit/params.ts'

const kindOfAccount = z.union([z.literal(1), z.literal(3), z.literal(4), z.literal(9)])

/** One sign-in of the demo, offered on the sign-in page. `secret` is the base32 key of its authenticator. */
export const DemoAccount = z.object({
  username: z.string(),
  password: z.string(),
  kind: kindOfAccount,
  title: z.string(),
  secret: z.string(),
})

export const MenuItem = z.object({
  id: z.int(),
  title: z.string(),
  name: z.string(),
  icon: z.string(),
  children: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      name: z.string(),
      icon: z.string(),
      children: z.array(z.unknown()),
    }),
  ),
})

export const UserInfo = z.object({
  id: z.int(),
  username: z.string(),
  kind: kindOfAccount,
  group_id: z.int(),
  title: z.string(),
  ProxyId: z.string(),
  is_group_admin: z.boolean(),
  is_channel: z.boolean(),
})

export const Session = z.object({
  id: z.string(),
  current: z.boolean(),
  created_at: z.string(),
  last_seen_at: z.string(),
  expires_at: z.string(),
  address: z.string(),
  user_agent: z.string(),
})

const username = () => p.text({ max: 64, missing: 'signIn.usernameRequired' })

export const signIn = {
  config: endpoint({
    id: 'signIn.config',
    method: 'GET',
    path: '/adminapi/config',
    title: text('登录前配置', 'Configuration before sign-in'),
    access: 'public',
    params: z.object({}),
    result: z.object({
      publicKey: z.string(),
      project: z.string(),
      appId: z.int(),
      region: z.string(),
      regionLabel: z.string(),
      timeZone: z.string(),
      currency: z.string(),
      serverTime: z.int(),
      demo: z.object({ accounts: z.array(DemoAccount), sandbox_url: z.string() }).nullable(),
    }),
  }),
  verify: endpoint({
    id: 'signIn.verify',
    method: 'POST',
    path: '/adminapi/verify',
    title: text('登录验证', 'Check name and password'),
    access: 'public',
    params: z.object({ username: username(), pwd: p.secret({ missing: 'signIn.passwordRequired' }) }),
    result: z.object({ isshow: z.boolean(), data: z.string(), secret: z.string() }),
  }),
  login: endpoint({
    id: 'signIn.login',
    method: 'POST',
    path: '/adminapi/login',
    title: text('登录', 'Sign in'),
    access: 'public',
    writes: true,
    params: z.object({
      username: username(),
      pwd: p.secret({ missing: 'signIn.passwordRequired' }),
      code: p.text({
        max: 6,
        missing: 'signIn.codeRequired',
        pattern: /^\d{6}$/,
        invalid: 'signIn.codeShape',
      }),
      remember: p.flag().default(false),
    }),
    result: z.object({
      token: z.string(),
      session: z.object({ id: z.string(), expires_at: z.string() }),
      user_info: UserInfo,
      authRuleIds: z.array(z.int()),
    }),
  }),
  logout: endpoint({
    id: 'signIn.logout',
    method: 'POST',
    path: '/adminapi/logout',
    title: text('退出登录', 'Sign out'),
    access: 'session',
    writes: true,
    params: z.object({}),
    result: z.null(),
  }),
  pwdEdit: endpoint({
    id: 'signIn.pwdEdit',
    method: 'POST',
    path: '/adminapi/system/pwdEdit',
    title: text('修改密码', 'Change password'),
    access: 'session',
    writes: true,
    params: z.object({
      pwdOld: p.secret({ missing: 'signIn.oldPasswordRequired' }),
      pwdNew: p.secret({ missing: 'signIn.newPasswordRequired' }),
      pwdConfirm: p.secret({ missing: 'signIn.confirmRequired' }),
    }),
    result: z.string(),
  }),
  menus: endpoint({
    id: 'signIn.menus',
    method: 'GET',
    path: '/adminapi/system/menus',
    title: text('菜单', 'Menu'),
    access: 'session',
    params: z.object({}),
    result: z.object({
      menuTree: z.array(MenuItem),
      authRuleIds: z.array(z.int()),
      user_info: UserInfo,
      serverTime: z.int(),
      /** Addition: what the account has to be told until it acts, in the caller's language. */
      told: z.array(z.string()),
    }),
  }),
  sessions: endpoint({
    id: 'signIn.sessions',
    method: 'GET',
    path: '/adminapi/system/sessions',
    title: text('我的登录设备', 'My sessions'),
    access: 'session',
    params: z.object({}),
    result: z.object({ list: z.array(Session), count: z.int() }),
  }),
  sessionEnd: endpoint({
    id: 'signIn.sessionEnd',
    method: 'POST',
    path: '/adminapi/system/sessionEnd',
    title: text('结束登录', 'End a session'),
    access: 'session',
    writes: true,
    params: z.object({ id: p.text({ max: 40 }) }),
    result: z.null(),
  }),
}

export const signInMessages = {
  'signIn.usernameRequired': text('请输入用户名', 'Please enter username'),
  'signIn.passwordRequired': text('请输入密码', 'Please enter password'),
  'signIn.codeRequired': text('请输入谷歌验证码', 'Please enter Google verification code'),
  'signIn.codeShape': text('谷歌验证码为6位数字', 'The verification code has six digits'),
  'signIn.codeWrong': text('验证码错误', 'Wrong verification code'),
  'signIn.failed': text('用户名、密码或验证码错误', 'Wrong username, password or verification code'),
  'signIn.credentials': text('用户名或密码错误', 'Wrong username or password'),
  'signIn.disabled': text(
    '账号或上级账号已停用，请联系管理员',
    'This account or a superior of it is disabled, contact an administrator',
  ),
  'signIn.ciphertext': text(
    '密码加密无效或已过期，请刷新页面重试',
    'The password encryption is invalid or too old, reload the page and try again',
  ),
  'signIn.oldPasswordRequired': text('请输入原密码', 'Please enter the original password'),
  'signIn.newPasswordRequired': text('请输入新密码', 'Please enter the new password'),
  'signIn.confirmRequired': text('请输入确认密码', 'Please enter confirmation password'),
  'signIn.confirmDiffers': text('新密码与确认密码不一致', 'The new password and its confirmation differ'),
  'signIn.oldPasswordWrong': text('原密码错误', 'The original password is wrong'),
  'signIn.passwordPolicy': text(
    '密码为8至64位，须同时包含字母和数字',
    'A password has 8 to 64 characters with letters and digits',
  ),
  'signIn.passwordSame': text('新密码不能与原密码相同', 'The new password must differ from the original one'),
  'signIn.settleKeyReset': text(
    '您的结算谷歌验证已于 {time} 被解绑，请在结算地址中重新绑定；如非本人要求，请联系管理员',
    'Your settlement key was unbound at {time}: bind a new one with the settlement address. If nobody of yours asked for it, contact an administrator',
  ),
  'signIn.passwordChanged': text('密码修改成功', 'Password changed'),
} as const
