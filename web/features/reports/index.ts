import { type ComponentType, createElement } from 'react'
import { type Level, levels, reports } from '../../../contract/reports.ts'
import type { HomeBlock } from '../../kit/home-block.ts'
import { type Page, page } from '../../kit/page.tsx'
import { callOf, pagePath, type ReportGrain } from './definitions.ts'
import type { SettleSlot } from './ReportPage.tsx'

/** A channel's day on the home page. */
export const homeChannel: HomeBlock = {
  key: 'channel',
  sort: 10,
  load: async () => (await import('./HomeChannel.tsx')).HomeChannel,
}

const grains = ['daily', 'monthly', 'summary'] as const

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
  return (Object.keys(levels) as Level[]).flatMap((level) => [
    ...grains
      .filter((grain) => level !== 'channel' || grain !== 'monthly')
      .map((grain) => {
        const { path, title } = callOf(level, grain)
        return page({ path: pagePath(path), title, load: load(level, grain) })
      }),
    page({
      path: pagePath(callOf(level, 'settle').path),
      title: callOf(level, 'settle').title,
      load: loadSettle(level),
    }),
    page({
      path: pagePath(reports[`${level}Live`].path),
      title: reports[`${level}Live`].title,
      load: async () => {
        const { LivePage } = await import('./LivePage.tsx')
        return () => createElement(LivePage, { level })
      },
    }),
  ])
}
