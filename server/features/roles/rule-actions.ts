import { features } from '../../../contract/index.ts'
import type { ParamsOf } from '../../../contract/kit/endpoint.ts'
import { fixedRules } from '../../../contract/rules.ts'
import { audit } from '../../kit/audit.ts'
import type { Db } from '../../kit/db/connect.ts'
import { isViolation } from '../../kit/db/violations.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { announce } from '../../kit/live.ts'
import { refuse } from '../../kit/refusal.ts'
import { changePolicy, rememberRemoval } from './actions.ts'
import { rulesOfTree } from './queries.ts'
import { isBelow, type Rule } from './rules.ts'

const { roles } = features
type Roles = typeof roles

/** Without these nobody could give the others back. */
const essential = new Set(
  [roles.roles, roles.rolerules, roles.rolerulesedit, roles.auths, roles.authadd, roles.authedit].map(
    ({ rule }) => rule.toLowerCase(),
  ),
)
const isEssential = (rule: Rule) => rule.type === 1 && essential.has(rule.name.toLowerCase())
const fixedIds: ReadonlySet<number> = new Set(Object.values(fixedRules))

async function changed(tx: Db, ctx: Ctx<'rule'>, action: string, id: number, change: object): Promise<void> {
  await audit(tx, {
    actor: ctx.caller,
    action: `roles.${action}`,
    entity: 'rule',
    entityId: String(id),
    ...change,
  })
  await announce(tx, { type: 'access', accountId: null, roleId: null })
}

/** The parent as stored: 0 for the top, which the dialogs also call 1. */
function parentIn(rules: readonly Rule[], pid: number): number {
  if (pid <= 1) return 0
  return rules.some(({ id }) => id === pid) ? pid : refuse('roles.parentWrong', {}, 'pid')
}

/** Only a group of the menu can do without an address. */
const addressFor = (tag: Rule['tag'], name = ''): string =>
  name === '' && tag !== 'menu' ? refuse('roles.routeRequired', {}, 'name') : name

const sayingWhatIsTaken = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (isViolation(error, 'auth_rules_name')) return refuse('roles.routeTaken', {}, 'name')
    throw error
  }
}

/** Adds an enabled rule; at first only roles that hold everything hold it. Returns its id. */
export const addRule = (
  ctx: Ctx<'rule'>,
  { pid, title, name, icon, sort, tag, type }: ParamsOf<Roles['authadd']>,
): Promise<{ id: number }> =>
  sayingWhatIsTaken(
    changePolicy(ctx, async (tx) => {
      const rules = await rulesOfTree(tx, type)
      const address = addressFor(tag ?? 'page', name)
      const after = await tx
        .insertInto('auth_rules')
        .values({
          pid: parentIn(rules, pid),
          type,
          tag: tag ?? 'page',
          title,
          name: address,
          icon: icon ?? '',
          sort: sort ?? 0,
        })
        .returningAll()
        .executeTakeFirstOrThrow()
      await changed(tx, ctx, 'authadd', after.id, { after })
      return { id: after.id }
    }),
  )

/** Changes a rule of the named tree. It never gets below itself; status 0 hides it and all below it for everybody. */
export const editRule = (ctx: Ctx<'rule'>, params: ParamsOf<Roles['authedit']>): Promise<null> =>
  sayingWhatIsTaken(
    changePolicy(ctx, async (tx) => {
      const { id, type, title, name, status, icon, sort, tag } = params
      const rules = await rulesOfTree(tx, type)
      const before = rules.find((rule) => rule.id === id) ?? refuse('kit.notFound', {}, 'id')
      const pid = parentIn(rules, params.pid)
      const address = addressFor(tag ?? before.tag, name)
      if (isBelow(pid, id, rules)) refuse('roles.belowItself', {}, 'pid')
      if (address.toLowerCase() !== before.name.toLowerCase() && isEssential(before))
        refuse('roles.essential')
      // Disabling a rule hides everything below it too; moving one below a disabled rule does the same.
      const moved = rules.map((rule) => (rule.id === id ? { ...rule, pid, status } : rule))
      if (moved.some((rule) => isEssential(rule) && isHidden(rule, moved))) refuse('roles.essential')
      const after = await tx
        .updateTable('auth_rules')
        .set({
          pid,
          title,
          name: address,
          status,
          ...(icon === undefined ? {} : { icon }),
          ...(sort === undefined ? {} : { sort }),
          ...(tag === undefined ? {} : { tag }),
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
      await changed(tx, ctx, 'authedit', id, { before, after })
      return null
    }),
  )

const isHidden = (rule: Rule, rules: readonly Rule[]) =>
  rules.some((other) => other.status === 0 && isBelow(rule.id, other.id, rules))

/** Deletes a rule without children, and every grant of it. The ones with a fixed meaning stay. */
export const deleteRule = (ctx: Ctx<'rule'>, { id }: ParamsOf<Roles['authdel']>): Promise<null> =>
  changePolicy(ctx, async (tx) => {
    const rules = [...(await rulesOfTree(tx, 1)), ...(await rulesOfTree(tx, 3))]
    const before = rules.find((rule) => rule.id === id) ?? refuse('kit.notFound', {}, 'id')
    if (fixedIds.has(id)) refuse('roles.fixed')
    if (isEssential(before)) refuse('roles.essential')
    if (rules.some(({ pid }) => pid === id)) refuse('roles.hasChildren')
    await tx.deleteFrom('auth_rules').where('id', '=', id).execute()
    await rememberRemoval(tx, 'rule', id)
    await changed(tx, ctx, 'authdel', id, { before })
    return null
  })

/** Makes every process read rules and menus anew; running sessions have them at their next call. */
export const refreshMenus = (ctx: Ctx<'rule'>): Promise<null> =>
  changePolicy(ctx, async (tx) => {
    await announce(tx, { type: 'access', accountId: null, roleId: null })
    return null
  })
