import type { ComponentType } from 'react'

/** A part of the home page that a feature brings. It decides by itself whether it has anything to say to who is here. */
export interface HomeBlock {
  key: string
  /** Smaller comes first. */
  sort: number
  load: () => Promise<ComponentType>
}
