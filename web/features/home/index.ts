import { createElement, lazy } from 'react'
import { text } from '../../../contract/kit/language.ts'
import type { HomeBlock } from '../../kit/home-block.ts'
import { page } from '../../kit/page.tsx'

/** The home page: a greeting, what the features put there in order, and the ways to what one works with. */
export const homePages = (blocks: readonly HomeBlock[]) => {
  const ordered = blocks
    .toSorted((a, b) => a.sort - b.sort)
    .map(({ key, load }) => ({ key, Body: lazy(async () => ({ default: await load() })) }))
  return [
    page({
      path: '/',
      title: text('首页', 'Home'),
      load: async () => {
        const { HomePage } = await import('./HomePage.tsx')
        return () => createElement(HomePage, { blocks: ordered })
      },
    }),
  ]
}
