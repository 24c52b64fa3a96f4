import './home.css'
import { RightOutlined } from '@ant-design/icons'
import { type ComponentType, Suspense, useState } from 'react'
import { ErrorBoundary } from '../../kit/ErrorBoundary.tsx'
import { useMenuGroups } from '../../kit/menu-groups.ts'
import { usePage } from '../../kit/page.tsx'
import { inZone, region, serverNow } from '../../kit/region.ts'
import { useRoleTitle } from '../../kit/role-title.ts'
import { useAccount } from '../../kit/session.ts'
import { useLanguage, useText } from '../../kit/text.ts'
import { homeWords } from './words.ts'

interface HomeProps {
  blocks: readonly { key: string; Body: ComponentType }[]
}

/** The first page: who is here, what the features have to say, and the ways to what this account works with. */
export function HomePage({ blocks }: HomeProps) {
  const t = useText(homeWords)
  const language = useLanguage()
  const account = useAccount()
  const roleTitle = useRoleTitle()
  const groups = useMenuGroups()
  const { go } = usePage()
  const now = inZone(serverNow())
  const hour = Number(now.slice(11, 13))
  const greet = hour < 5 ? t.night : hour < 12 ? t.morning : hour < 18 ? t.afternoon : t.evening
  return (
    <div className="pb-home">
      <header>
        <h1>{greet(account?.username ?? '')}</h1>
        <p>
          {roleTitle(account?.title ?? '')} · {region().label[language]} {now.slice(0, 10)}
        </p>
      </header>
      {blocks.map(({ key, Body }) => (
        <Block key={key} Body={Body} />
      ))}
      <h2>{t.links}</h2>
      {groups.length === 0 && <p className="pb-quiet">{t.noLinks}</p>}
      {groups.map((group) => (
        <section key={group.id} aria-label={group.title}>
          <h3>{group.title}</h3>
          <ul>
            {group.entries.map((entry) => (
              <li key={entry.id}>
                <button type="button" onClick={() => go(entry.path)}>
                  {entry.title}
                  <RightOutlined aria-hidden />
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

/** One feature's part: what goes wrong in it leaves the others standing. */
function Block({ Body }: { Body: ComponentType }) {
  const [round, setRound] = useState(0)
  return (
    <ErrorBoundary key={round} again={() => setRound(round + 1)}>
      <Suspense>
        <Body />
      </Suspense>
    </ErrorBoundary>
  )
}
