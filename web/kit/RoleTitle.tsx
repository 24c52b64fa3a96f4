import { seedRoles } from '../../contract/rules-kit.ts'
import type { Option } from './list/types.ts'
import { useSay } from './text.ts'

const seeds = new Map<number, (typeof seedRoles)[keyof typeof seedRoles]['title']>(
  Object.values(seedRoles).map(({ id, title }) => [id, title]),
)

/** A role's title in the language in use, where it came with the product and nobody renamed it. */
export function useRoleTitle(): (id: number, title: string) => string {
  const say = useSay()
  return (id, title) => {
    const known = seeds.get(id)
    return known && Object.values(known).includes(title) ? say(known) : title
  }
}

/** Roles by id as options of a selector, as people read them. */
export function useRoleOptions(): (roles: Readonly<Record<string, string>> | undefined) => Option[] {
  const titleOf = useRoleTitle()
  return (roles) =>
    Object.entries(roles ?? {}).map(([id, title]) => ({
      value: Number(id),
      label: titleOf(Number(id), title),
    }))
}

/** The title of an account's role. */
export const RoleTitle = ({ id, title }: { id: number; title: string }) => useRoleTitle()(id, title)
