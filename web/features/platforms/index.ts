import { type ComponentType, createElement } from 'react'
import { platforms } from '../../../contract/platforms.ts'
import { page } from '../../kit/page.tsx'
import type { ReviewProps } from './LivePlatformsPage.tsx'

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
