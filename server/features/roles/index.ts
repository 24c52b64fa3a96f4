export { type MenuEntry, menuOf } from './menus.ts'
export { bumpPolicy, type RoleRules, rulesOfRole } from './policy.ts'
export { syncRolesAndRules } from './seed.ts'
