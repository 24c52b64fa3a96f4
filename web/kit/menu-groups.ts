import { createContext, use } from 'react'

export interface MenuEntry {
  id: number
  title: string
  path: string
}
export interface MenuGroup {
  id: number
  title: string
  icon: string
  /** Its own page, where the group is one. */
  path: string
  entries: MenuEntry[]
}

/** The menu of the signed-in account, for pages that show ways to others. The shell provides it. */
export const MenuContext = createContext<readonly MenuGroup[]>([])
export const useMenuGroups = (): readonly MenuGroup[] => use(MenuContext)
