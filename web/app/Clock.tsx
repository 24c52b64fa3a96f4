import { useEffect, useState } from 'react'
import { inZone, region, serverNow, zoneOffset } from '../kit/region.ts'
import { useLanguage, useText } from '../kit/text.ts'
import { shellWords } from './words.ts'

/** The region's time by the server's clock. */
export function Clock() {
  const t = useText(shellWords)
  const language = useLanguage()
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1000)
    return () => clearInterval(timer)
  }, [])
  const { label, zone } = region()
  return (
    <span className="pb-clock" title={t.clock(label[language], `${zone}, ${zoneOffset(now)}`)}>
      <span className="pb-clock-region">{label[language]}</span>
      <time className="pb-figure">{inZone(now)}</time>
      <span className="pb-clock-zone">{zoneOffset(now)}</span>
    </span>
  )
}
