import type { features } from '../../../contract/index.ts'
import { kind } from '../../../contract/kit/kinds.ts'
import type { Handlers } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { addRole, deleteRole, editRole, grantRules } from './actions.ts'
import { listRoles, previewGrant, rolesFor, roleTree, ruleTree } from './queries.ts'
import { addRule, deleteRule, editRule, refreshMenus } from './rule-actions.ts'

/** The calls of roles and rules. */
export const roleHandlers: Handlers<typeof features.roles> = {
  roles: listRoles,
  rolesList: async ({ db, caller }, { type }) => {
    // The back office's roles are none of the channel side's business.
    if (type === kind.staff && caller.kind !== kind.staff) refuse('kit.invalidRequest', {}, 'type')
    return { list: await rolesFor(db, type) }
  },
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
