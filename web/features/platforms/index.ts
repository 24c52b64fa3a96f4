import { type ComponentType, createElement } from 'react'
import { platforms } from '../../../contract/platforms.ts'
import { page } from '../../kit/page.tsx'
import type { ReviewProps } from './LivePlatformsPage.tsx'
import type { ConnectProps } from './PlatformsPage.tsx'

/** The live list; `loadReview` brings what opens for "go handle orders". */
export const livePlatformPages = (loadReview: () => Promise<ComponentType<ReviewProps>>) => [
  page({
    path: platforms.liveList.path,
    title: platforms.liveList.title,
    load: async () => {
      const [{ LivePlatformsPage }, Review] = await Promise.all([
        import('./LivePlatformsPage.tsx'),
        loadReview(),
      ])
      return () => createElement(LivePlatformsPage, { Review })
    },
  }),
]

/** Categories and platforms; `loadConnect` brings what opens for "connect". */
export const platformPages = (loadConnect: () => Promise<ComponentType<ConnectProps>>) => [
  page({
    path: platforms.cateList.path,
    title: platforms.cateList.title,
    load: async () => (await import('./CategoriesPage.tsx')).CategoriesPage,
  }),
  page({
    path: platforms.platformList.path,
    title: platforms.platformList.title,
    load: async () => {
      const [{ PlatformsPage }, Connect] = await Promise.all([import('./PlatformsPage.tsx'), loadConnect()])
      return () => createElement(PlatformsPage, { Connect })
    },
  }),
]
