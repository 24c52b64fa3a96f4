import type { Column } from '../../kit/list/types.ts'
import { RoleTitle } from '../../kit/RoleTitle.tsx'
import type { Texts } from '../../kit/text.ts'
import { When } from '../../kit/When.tsx'
import type { Agent, Channel, Person, Proxy } from './people.ts'
import type { zh } from './text.zh.ts'

export type Words = Texts<typeof zh>
type Points = Pick<Channel, 'game_passage_point' | 'game_withdraw_point' | 'game_dividend_point'>

export const statusOptions = (t: Words) => [
  { value: 1, label: t.enabled },
  { value: 0, label: t.disabled },
]

export const idColumn = (t: Words): Column<Person> => ({
  key: 'id',
  title: t.id,
  width: 64,
  pin: 'left',
})
export const nameColumn = (t: Words): Column<Person> => ({
  key: 'username',
  title: t.username,
  width: 136,
  copy: true,
  pin: 'left',
})
export const roleColumn = (t: Words): Column<Person> => ({
  key: 'title',
  title: t.role,
  width: 104,
  cell: (row) => <RoleTitle id={row.group_id} title={row.title} />,
  text: (row) => row.title,
})
export const remarkColumn = (t: Words): Column<Person> => ({ key: 'remark', title: t.remark, width: 130 })
export const playerColumn = (t: Words): Column<{ role_id: string }> => ({
  key: 'role_id',
  title: t.playerId,
  width: 116,
  copy: true,
})
export const timeColumns = (t: Words): Column<Person>[] => [
  { key: 'create_time', title: t.created, width: 160, cell: (row) => <When at={row.create_time} /> },
  {
    key: 'last_login_time',
    title: t.lastLogin,
    width: 160,
    cell: (row) => <When at={row.last_login_time} />,
  },
]
export const pointColumns = (t: Words): Column<Points>[] => [
  { key: 'game_passage_point', title: t.points.game_passage_point, width: 88, digits: 1 },
  { key: 'game_withdraw_point', title: t.points.game_withdraw_point, width: 88, digits: 1 },
  { key: 'game_dividend_point', title: t.points.game_dividend_point, width: 88, digits: 1 },
]

/** Everybody above an account, the channel first, one a line. */
export const parentsColumn = (t: Words): Column<Pick<Proxy, 'parentsData'>> => ({
  key: 'parentsData',
  title: t.parents,
  width: 150,
  text: ({ parentsData }) => parentsData.map(({ username }) => username).join(' / '),
  cell: ({ parentsData }) =>
    parentsData.length === 0 ? (
      <span className="pb-quiet">{t.parentsNone}</span>
    ) : (
      <ol className="pb-parents">
        {parentsData.map(({ id, username, type }) => (
          <li key={id}>
            {username} <small>{t.kinds[type]}</small>
          </li>
        ))}
      </ol>
    ),
})

/** The nearest channel, sub-channel and salesman with what the games know of them. */
export const chainColumn = (t: Words): Column<Pick<Agent, 'proxyInfo'>> => ({
  key: 'proxyInfo',
  title: t.chain,
  width: 250,
  text: ({ proxyInfo }) =>
    parts(proxyInfo)
      .map(([, { Account, RoleId }]) => `${Account} ${RoleId}`)
      .join(' / '),
  cell: ({ proxyInfo }) => (
    <ul className="pb-parents">
      {parts(proxyInfo).map(([type, { Account, RoleId, Remark }]) => (
        <li key={type} title={[Account, RoleId, Remark].filter(Boolean).join(' · ')}>
          <small>{t.kinds[type]}</small> {Account}
          {RoleId && <small> {RoleId}</small>}
          {Remark && <small> {Remark}</small>}
        </li>
      ))}
    </ul>
  ),
})

const parts = ({ channel, subChannel, salesman }: Proxy['proxyInfo']) =>
  (
    [
      [3, channel],
      [9, subChannel],
      [4, salesman],
    ] as const
  ).filter(([, part]) => part.Account !== '')
