import { type ComponentType, createElement } from 'react'
import { type Level, reports } from '../../../contract/reports.ts'
import type { HomeBlock } from '../../kit/home-block.ts'
import { type Page, page } from '../../kit/page.tsx'
import { callOf, pagePaths, type ReportGrain } from './definitions.ts'
import type { SettleSlot } from './ReportPage.tsx'

/** A channel's day on the home page. */
export const homeChannel: HomeBlock = {
  key: 'channel',
  sort: 10,
  load: async () => (await import('./HomeChannel.tsx')).HomeChannel,
}

/** The reports of three levels; `loadSlot` brings what settlement adds to the settlement summaries. */
export function reportPages(loadSlot: () => Promise<SettleSlot>): Page[] {
  const load = (level: Level, grain: ReportGrain) => async (): Promise<ComponentType> => {
    const { ReportPage } = await import('./ReportPage.tsx')
    return () => createElement(ReportPage, { level, grain })
  }
  const loadSettle = (level: Level) => async (): Promise<ComponentType> => {
    const [{ SettleReportPage }, Slot] = await Promise.all([import('./ReportPage.tsx'), loadSlot()])
    return () => createElement(SettleReportPage, { level, Slot })
  }
  const pageOf = (level: Level, grain: ReportGrain | 'live', path: string): Page => {
    if (grain === 'live')
      return page({
        path,
        title: reports[`${level}Live`].title,
        load: async () => {
          const { LivePage } = await import('./LivePage.tsx')
          return () => createElement(LivePage, { level })
        },
      })
    const { title } = callOf(level, grain)
    return page({ path, title, load: grain === 'settle' ? loadSettle(level) : load(level, grain) })
  }
  return (Object.keys(pagePaths) as Level[]).flatMap((level) =>
    Object.entries(pagePaths[level]).map(([grain, path]) =>
      pageOf(level, grain as ReportGrain | 'live', path),
    ),
  )
}
