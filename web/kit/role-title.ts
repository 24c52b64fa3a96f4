import { seedRoles } from '../../contract/rules.ts'
import { useLanguage } from './text.ts'

/** A role's name in the language in use, where it came with the product and nobody renamed it. */
export function useRoleTitle(): (title: string) => string {
  const language = useLanguage()
  return (title) => {
    const known = Object.values(seedRoles).find((role) => Object.values<string>(role.title).includes(title))
    return known ? known.title[language] : title
  }
}
