import type { features } from '../../../contract/index.ts'
import type { Handlers } from '../../kit/http/handler.ts'
import { addRole, deleteRole, editRole, grantRules } from './actions.ts'
import { listRoles, previewGrant, rolesFor, roleTree, ruleTree } from './queries.ts'
import { addRule, deleteRule, editRule, refreshMenus } from './rule-actions.ts'

/** The calls of roles and rules. */
export const roleHandlers: Handlers<typeof features.roles> = {
  roles: listRoles,
  rolesList: async (ctx, { type }) => ({ list: await rolesFor(ctx.db, type) }),
  roleadd: addRole,
  roleedit: editRole,
  roledel: deleteRole,
  rolerules: roleTree,
  rolerulesedit: grantRules,
  rolerulesPreview: previewGrant,
  auths: ruleTree,
  authadd: addRule,
  authedit: editRule,
  authdel: deleteRule,
  cacheMenusTree: refreshMenus,
}
