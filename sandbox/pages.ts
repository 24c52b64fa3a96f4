import { escapeHtml } from './http.ts'
import { type GroupLogin, type LoginFault, ownPath } from './login.ts'
import { type Platform, platformsOf, type World } from './world.ts'

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="stylesheet" href="/page.css"></head>
<body><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`

const loginFaults: Record<LoginFault, [string, string]> = {
  malformed: ['This is not a sign-in token.', '这不是登录令牌。'],
  bad_signature: ['The token was not signed by Pitboss with this platform’s secret.', '签名不正确。'],
  wrong_platform: ['The token is for another platform.', '该令牌属于其他平台。'],
  expired: [
    'The token has expired: it lives 60 seconds. Open it again from Pitboss.',
    '令牌已过期，请重新打开。',
  ],
  used: [
    'The token was used already: each works once. Open it again from Pitboss.',
    '令牌已使用，请重新打开。',
  ],
}

/** The landing page of a good group login. */
export function signedInPage(platform: Platform, login: GroupLogin, redirectUrl: string | null): string {
  const path = ownPath(redirectUrl)
  const rows = [
    ['Account 账号', login.account],
    ['Kind 类型', login.kind],
    ['Role 角色', login.role ?? ''],
    ['Until 有效至', new Date(login.exp * 1000).toISOString()],
    ['Goes on to 跳转', path ?? 'nowhere: the address given is not a path of this platform'],
  ]
  const cells = rows.map(
    ([name = '', value = '']) =>
      `<tr><th scope="row">${escapeHtml(name)}</th><td>${escapeHtml(value)}</td></tr>`,
  )
  return page(`Signed in to ${platform.name} 已登录`, `<table>${cells.join('')}</table>`)
}

/** The landing page of a group login that was not accepted, and why. */
export function refusedPage(platform: Platform, fault: LoginFault): string {
  const [english, chinese] = loginFaults[fault]
  return page(`Not signed in to ${platform.name} 未登录`, `<p role="alert">${english} ${chinese}</p>`)
}

export const notFoundPage = () => page('Nothing here', '<p><a href="/">Sandbox</a></p>')

const faultButtons: [string, object][] = [
  ['Answers lost', { dropReplies: 1 }],
  ['Events twice', { duplicateEvents: 0.5 }],
  ['Events out of order', { reorderEvents: 0.5 }],
  ['Slow: 3 s', { delayMs: 3000 }],
  ['Payouts fail', { payoutFailure: 1 }],
  ['No word of outcomes', { neverAnswer: 1 }],
  ['Channel commands refused', { refuseChannels: true }],
  ['Down', { down: true }],
  [
    'All well',
    {
      dropReplies: 0,
      duplicateEvents: 0,
      reorderEvents: 0,
      delayMs: 0,
      payoutFailure: 0,
      neverAnswer: 0,
      refuseChannels: false,
      down: false,
    },
  ],
]

const button = (call: string, body: object, label: string) =>
  `<button data-call="${call}" data-body="${escapeHtml(JSON.stringify(body))}">${escapeHtml(label)}</button>`

/** The sandbox's own page: its platforms, and buttons for what a test would do by the control API. */
export function homePage(world: World): string {
  const sections = platformsOf(world).map(({ platform_id, name, story }) => {
    const orders = [1, 5, 20].map((count) =>
      button('withdrawals', { platform_id, count }, `${count} ${count === 1 ? 'order' : 'orders'}`),
    )
    const special = [
      button('withdrawals', { platform_id, autoPayout: true }, 'auto payout'),
      ...['fails', 'hangs', 'twice'].map((sentinel) =>
        button('withdrawals', { platform_id, sentinel }, `sentinel: ${sentinel}`),
      ),
    ]
    const rates = [0, 2, 60].map((perMinute) =>
      button('stream', { platform_id, perMinute }, `${perMinute} a minute`),
    )
    const deposits = [
      ...[0, 12].map((perMinute) =>
        button('depositStream', { platform_id, perMinute }, `${perMinute} a minute`),
      ),
      button('deposits', { platform_id, code: 'PIX_QR', count: 20, succeeded: 2 }, '20 by PIX QR, 2 succeed'),
    ]
    const faults = faultButtons.map(([label, body]) => button('faults', { platform_id, ...body }, label))
    return `<section><h2>${platform_id} ${escapeHtml(name)} <small>${escapeHtml(story)}</small></h2>
<p>Orders: ${orders.join(' ')} ${special.join(' ')}</p><p>By themselves: ${rates.join(' ')}</p>
<p>Deposits: ${deposits.join(' ')}</p>
<p>Faults: ${faults.join(' ')}</p><pre data-state="${platform_id}" aria-live="off">…</pre></section>`
  })
  return page(
    'Game platform sandbox',
    `<p>Plays game platforms for Pitboss. Nothing here moves real money.</p><p id="said" role="status"></p>
${sections.join('\n')}<script src="/page.js"></script>`,
  )
}

export const pageStyle = `body{font:16px/1.5 system-ui,"Noto Sans SC",sans-serif;margin:0;color:#1f2328;background:#f6f8fa}
main{max-width:60rem;margin:2rem auto;padding:0 1rem}section{background:#fff;border:1px solid #d0d7de;border-radius:8px;padding:0 1rem 1rem;margin:1rem 0}
button{font:inherit;padding:.15rem .6rem}th{text-align:left;padding-right:1rem}pre{background:#f6f8fa;padding:.5rem;overflow:auto;max-height:18rem;font-size:13px}
#said{overflow-wrap:anywhere}small{color:#57606a;font-weight:normal}@media(prefers-color-scheme:dark){body{background:#0d1117;color:#e6edf3}section{background:#161b22;border-color:#30363d}pre{background:#0d1117}small{color:#9198a1}}`

export const pageScript = `'use strict'
const said = document.getElementById('said')
for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', async () => {
    const answer = await fetch('/control/' + button.dataset.call, { method: 'POST', body: button.dataset.body })
    said.textContent = (await answer.text()).slice(0, 500)
    await refresh()
  })
}
async function refresh() {
  for (const state of await (await fetch('/control/state')).json()) {
    const place = document.querySelector('[data-state="' + state.platform_id + '"]')
    if (place) place.textContent = JSON.stringify(state, null, 1)
  }
}
const again = () => refresh().catch(() => { said.textContent = 'The sandbox does not answer.' }).finally(() => setTimeout(again, 2000))
again()
`
