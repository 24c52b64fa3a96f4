import { sql } from 'kysely'
import type { features } from '../../../contract/index.ts'
import type { ParamsOf, ResultOf } from '../../../contract/kit/endpoint.ts'
import { type Kind, kind, treeOf } from '../../../contract/kit/kinds.ts'
import type { Db } from '../../kit/db/connect.ts'
import type { Ctx } from '../../kit/http/handler.ts'
import { refuse } from '../../kit/refusal.ts'
import { completeGrant, flattened, nested, type Rule } from './rules.ts'

type Roles = typeof features.roles

export interface Role {
  id: number
  title: string
  type: Kind
  status: number
  holds_all: boolean
}

/** A role by its id, or the refusal of a missing one. */
export async function roleById(db: Db, id: number): Promise<Role> {
  const role = await db
    .selectFrom('roles')
    .select(['id', 'title', 'type', 'status', 'holds_all'])
    .where('id', '=', id)
    .executeTakeFirst()
  return role ?? refuse('kit.notFound', {}, 'id')
}

/** Every rule of a tree, disabled ones too. */
export const rulesOfTree = (db: Db, tree: 1 | 3): Promise<Rule[]> =>
  db
    .selectFrom('auth_rules')
    .select(['id', 'pid', 'type', 'tag', 'title', 'name', 'icon', 'sort', 'status'])
    .where('type', '=', tree)
    .orderBy('sort')
    .orderBy('id')
    .execute()

/** Ids granted to a role, ascending. For one that holds all, every id of its tree. */
export async function grantedTo(db: Db, role: Role): Promise<number[]> {
  if (role.holds_all)
    return (await rulesOfTree(db, treeOf(role.type))).map(({ id }) => id).toSorted((a, b) => a - b)
  const rows = await db
    .selectFrom('role_rules')
    .select('rule_id')
    .where('role_id', '=', role.id)
    .orderBy('rule_id')
    .execute()
  return rows.map(({ rule_id }) => rule_id)
}

/** Roles in order of id, with how many accounts have each. */
export async function listRoles(
  ctx: Ctx<'rule'>,
  { page, limit, type }: ParamsOf<Roles['roles']>,
): Promise<ResultOf<Roles['roles']>> {
  const { rows } = await sql<Role & { accounts: number; total: number }>`
    select r.id, r.title, r.type, r.status, r.holds_all, count(*) over ()::int as total,
      (select count(*)::int from accounts a where a.group_id = r.id) as accounts
    from roles r where ${type ? sql<boolean>`r.type = any(${type}::int[])` : sql<boolean>`true`}
    order by r.id limit ${limit} offset ${(page - 1) * limit}`.execute(ctx.db)
  const count =
    rows[0]?.total ??
    (page === 1
      ? 0
      : (
          await ctx.db
            .selectFrom('roles')
            .select((eb) => eb.cast<number>(eb.fn.countAll(), 'integer').as('n'))
            .$if(type !== undefined, (query) => query.where('type', 'in', type ?? []))
            .executeTakeFirstOrThrow()
        ).n)
  return {
    list: rows.map((role) => ({
      id: role.id,
      title: role.title,
      type: role.type,
      accounts: role.accounts,
      status: role.status ? 1 : 0,
      holds_all: role.holds_all ? 1 : 0,
    })),
    count,
    configs: {
      system_role_status: { 0: ctx.say('roles.disabled'), 1: ctx.say('roles.enabled') },
      system_role_type: {
        [kind.staff]: ctx.say('roles.typeStaff'),
        [kind.channel]: ctx.say('roles.typeChannel'),
        [kind.salesman]: ctx.say('roles.typeSalesman'),
        [kind.subChannel]: ctx.say('roles.typeSubChannel'),
      },
    },
  }
}

/** Enabled roles that accounts of a kind may have. */
export const rolesFor = (db: Db, of: Kind): Promise<{ id: number; title: string }[]> =>
  db
    .selectFrom('roles')
    .select(['id', 'title'])
    .where('type', '=', of)
    .where('status', '<>', 0)
    .orderBy('id')
    .execute()

/** A role's tree with what it holds, as the dialog shows it. */
export async function roleTree(
  ctx: Ctx<'rule'>,
  { id }: ParamsOf<Roles['rolerules']>,
): Promise<ResultOf<Roles['rolerules']>> {
  const role = await roleById(ctx.db, id)
  const rules = await rulesOfTree(ctx.db, treeOf(role.type))
  return {
    id: role.id,
    role_name: role.title,
    type: role.type,
    auth_ids: await grantedTo(ctx.db, role),
    tree: [{ id: 1, title: ctx.say('roles.root'), children: nested(rules) }],
  }
}

/** The rules of an app: nested, and flat for the selector of parents. */
export async function ruleTree(
  ctx: Ctx<'rule'>,
  { type }: ParamsOf<Roles['auths']>,
): Promise<ResultOf<Roles['auths']>> {
  const menuList = nested(await rulesOfTree(ctx.db, type))
  return {
    menuList,
    menuOptions: flattened(menuList).map(({ id, pid, title, level }) => ({ id, pid, title, level })),
    configs: {
      system_auth_rule_tags: {
        menu: ctx.say('roles.tagMenu'),
        page: ctx.say('roles.tagPage'),
        button: ctx.say('roles.tagButton'),
      },
    },
  }
}

const shownAccounts = 200

/** Who would gain and lose which rule if this were saved, and in how many live sessions. Changes nothing. */
export async function previewGrant(
  ctx: Ctx<'rule'>,
  { id, auth_rule_ids }: ParamsOf<Roles['rolerulesPreview']>,
): Promise<ResultOf<Roles['rolerulesPreview']>> {
  const { db, clock } = ctx
  const role = await roleById(db, id)
  const rules = await rulesOfTree(db, treeOf(role.type))
  const now = new Set(await grantedTo(db, role))
  const then = new Set(role.holds_all ? now : completeGrant(auth_rule_ids, rules))
  const named = (pick: (rule: Rule) => boolean) =>
    flattened(nested(rules.filter(pick))).map((rule) => ({
      id: rule.id,
      title: rule.title,
      name: rule.name,
    }))
  const { rows } = await sql<{ id: number; username: string; sessions: number; all: number; live: number }>`
    select a.id, a.username, live.n as sessions, count(*) over ()::int as all, sum(live.n) over ()::int as live
    from accounts a
    cross join lateral (
      select count(*)::int as n from sessions s
      where s.account_id = a.id and s.ended_at is null and s.expires_at > ${clock.now()}
    ) live
    where a.group_id = ${id} and a.deleted = 0
    order by live.n desc, a.id limit ${shownAccounts}`.execute(db)
  return {
    gained: named((rule) => then.has(rule.id) && !now.has(rule.id)),
    lost: named((rule) => now.has(rule.id) && !then.has(rule.id)),
    accounts: rows.map(({ id: accountId, username, sessions }) => ({ id: accountId, username, sessions })),
    accountCount: rows[0]?.all ?? 0,
    sessionCount: rows[0]?.live ?? 0,
  }
}
