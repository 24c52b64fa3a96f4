import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { allEndpoints, features } from './index.ts'
import { treeOf } from './kit/kinds.ts'
import { languages } from './kit/language.ts'
import * as p from './kit/params.ts'
import { messages } from './messages.ts'
import { fixedRules, ruleSeeds, seedRoles } from './rules.ts'

const ordered = (list: readonly string[]) => list.toSorted((a, b) => a.localeCompare(b))
const doubles = <T>(list: readonly T[]) => list.filter((item, index) => list.indexOf(item) !== index)

describe('endpoints', () => {
  test('an id is feature.verb and is given once', () => {
    for (const [feature, calls] of Object.entries(features))
      for (const [verb, endpoint] of Object.entries(calls)) expect(endpoint.id).toBe(`${feature}.${verb}`)
    expect(doubles(allEndpoints.map(({ id }) => id))).toEqual([])
  })

  test('no two answer at one address, however it is spelled', () => {
    const addresses = allEndpoints.flatMap(({ method, path, writes }) => {
      const address = path.toLowerCase().replace(/\/$/, '')
      // A call that writes by GET answers to POST too.
      return method === 'GET' && writes ? [`GET ${address}`, `POST ${address}`] : [`${method} ${address}`]
    })
    expect(doubles(addresses)).toEqual([])
  })

  test.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s has a title in every language and some kind that may call it',
    (_, endpoint) => {
      for (const language of languages) expect(endpoint.title[language].trim()).not.toBe('')
      expect(endpoint.kinds.length).toBeGreaterThan(0)
      expect(doubles(endpoint.kinds)).toEqual([])
      for (const reserved of ['lang', 'appId']) expect(endpoint.params.shape).not.toHaveProperty(reserved)
    },
  )

  test.each(
    allEndpoints
      .filter(({ access }) => access === 'rule')
      .map((endpoint) => [endpoint.id, endpoint] as const),
  )('%s is guarded by exactly one rule in each tree of its kinds, and by none elsewhere', (_, endpoint) => {
    const trees = ordered([...new Set(endpoint.kinds.map(treeOf))].map(String))
    const named = ruleSeeds.filter(({ name }) => name.toLowerCase() === endpoint.rule.toLowerCase())
    expect(ordered(named.map(({ tree }) => String(tree)))).toEqual(trees)
    for (const { name } of named) expect(name).toBe(endpoint.rule)
  })
})

describe('rules', () => {
  const byId = new Map(ruleSeeds.map((rule) => [rule.id, rule]))

  test('ids are unique, above the root and below those that people add', () => {
    expect(doubles(ruleSeeds.map(({ id }) => id))).toEqual([])
    for (const { id } of ruleSeeds) {
      expect(id).toBeGreaterThan(1)
      expect(id).toBeLessThan(1000)
    }
  })

  test('a parent exists, in the same tree, and comes before its children', () => {
    const seen = new Set([0])
    for (const rule of ruleSeeds) {
      expect(seen.has(rule.pid), `${rule.id} below ${rule.pid}`).toBe(true)
      if (rule.pid !== 0) expect(byId.get(rule.pid)?.tree).toBe(rule.tree)
      seen.add(rule.id)
    }
  })

  test('28, 29 and 110 mean what they always meant', () => {
    expect(fixedRules).toEqual({ platformAddUrls: 28, platformEditUrls: 29, channelSwitch: 110 })
    for (const id of Object.values(fixedRules)) expect(byId.get(id)).toMatchObject({ tag: 'button', tree: 1 })
  })

  test('within a tree a name is given once; only menus have none', () => {
    for (const tree of [1, 3]) {
      const names = ruleSeeds
        .filter((rule) => rule.tree === tree && rule.name)
        .map(({ name }) => name.toLowerCase())
      expect(doubles(names)).toEqual([])
    }
    for (const rule of ruleSeeds) expect(rule.name === '').toBe(rule.tag === 'menu')
  })

  test('a page stands below a menu, a menu at the top', () => {
    const below = { menu: [''], page: ['menu'], button: ['page', 'button'] }
    const misplaced = ruleSeeds.filter(({ tag, pid }) => !below[tag].includes(byId.get(pid)?.tag ?? ''))
    expect(misplaced).toEqual([])
  })

  test('seeded roles hold rules of their own tree, and every rule above them', () => {
    for (const rule of ruleSeeds) {
      for (const role of rule.roles) {
        expect(treeOf(seedRoles[role].type), `${role} ${rule.id}`).toBe(rule.tree)
        if (rule.pid !== 0) expect(byId.get(rule.pid)?.roles, `${role} ${rule.id}`).toContain(role)
      }
    }
  })
})

describe('messages', () => {
  const placesOf = (template: string) =>
    ordered([...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name))

  test.each(Object.entries(messages))('%s says the same in every language', (_, text) => {
    for (const language of languages) {
      expect(text[language].trim()).not.toBe('')
      expect(placesOf(text[language])).toEqual(placesOf(text['zh-cn']))
    }
  })

  test('a message a parameter names exists', () => {
    const named = JSON.stringify(allEndpoints.map(({ params }) => params.safeParse({}).error?.issues ?? []))
    for (const [, code = ''] of named.matchAll(/"message":"(\w+\.\w+)"/g))
      expect(messages).toHaveProperty(code)
  })
})

describe('units', () => {
  const moneyLike =
    /money|amount|fee|tax|gold|balance|profit|quota|deposit|rollout|withdraw|recharge|score|running|win$|sum$|^pay$|realpay|totalpay|totalds|remain|point|rate|ratio|percent/i

  /** Figures of a result with no unit, by path. */
  function bare(schema: z.ZodType, path: string): string[] {
    if (schema.meta()?.['unit']) return []
    if (schema instanceof z.ZodObject)
      return Object.entries(schema.shape).flatMap(([name, field]) =>
        bare(field as z.ZodType, `${path}.${name}`),
      )
    if (schema instanceof z.ZodArray) return bare(schema.element as z.ZodType, path)
    if (schema instanceof z.ZodRecord) return bare(schema.valueType as z.ZodType, path)
    if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
      return bare(schema.unwrap() as z.ZodType, path)
    if (schema instanceof z.ZodUnion)
      return schema.options.flatMap((option) => bare(option as z.ZodType, path))
    return schema instanceof z.ZodNumber ? [path] : []
  }

  test.each(allEndpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    'every figure of %s that looks like money or a rate says its unit',
    (id, endpoint) => {
      const nameOf = (path: string) => path.slice(path.lastIndexOf('.') + 1)
      expect(
        bare(endpoint.result, id).filter((path) => moneyLike.test(nameOf(path)) && !/level$/i.test(path)),
      ).toEqual([])
    },
  )
})

describe('parameters', () => {
  const wrong = Symbol('refused')
  test.each<[string, z.ZodType, unknown, unknown]>([
    ['text is trimmed', p.text(), '  a b ', 'a b'],
    ['text of blanks is none', p.text(), '   ', wrong],
    ['text counts characters', p.text({ max: 2 }), '汉字', '汉字'],
    ['text beyond its length', p.text({ max: 2 }), 'abc', wrong],
    ['text as a password keeps its blanks', p.secret(), ' a ', ' a '],
    ['text against a pattern', p.orderNo(), 'W-1_a', 'W-1_a'],
    ['text against a pattern', p.orderNo(), "W'1", wrong],
    ['an id of 19 digits', p.roleId(), '9223372036854775807', '9223372036854775807'],
    ['an id of 20 digits', p.roleId(), '92233720368547758070', wrong],
    ['an id with a sign', p.roleId(), '-1', wrong],
    ['int', p.int(), ' 42 ', 42],
    ['int with zeros before', p.int(), '007', 7],
    ['int below zero', p.int(), '-1', wrong],
    ['int below zero where allowed', p.int({ min: -5 }), '-5', -5],
    ['int with a fraction', p.int(), '1.0', wrong],
    ['int with an exponent', p.int(), '1e3', wrong],
    ['int in hex', p.int(), '0x10', wrong],
    ['int beyond four bytes', p.int(), '2147483648', wrong],
    ['int of full width', p.int(), '１２', wrong],
    ['decimal keeps its digits', p.decimal({ decimals: 3 }), '0.100', '0.100'],
    ['decimal without its whole part', p.decimal(), '.5', wrong],
    ['decimal with too many places', p.decimal({ decimals: 2 }), '1.001', wrong],
    ['decimal at its edge', p.decimal({ min: 1, max: 100 }), '100.00', '100.00'],
    ['decimal beyond its edge', p.decimal({ min: 1, max: 100 }), '100.01', wrong],
    ['decimal below its edge', p.decimal({ min: 1 }), '0.99', wrong],
    ['decimal with a thousands mark', p.decimal(), '1,000', wrong],
    ['decimal that is no number', p.decimal(), 'NaN', wrong],
    ['one of words', p.oneOf(['a', 'b']), ' a ', 'a'],
    ['one of numbers', p.oneOf([1, 2]), '2', 2],
    ['none of them', p.oneOf([1, 2]), '02', wrong],
    ['flag', p.flag(), '1', true],
    ['flag', p.flag(), 'true', true],
    ['flag', p.flag(), '0', false],
    ['flag', p.flag(), 'yes', wrong],
    ['list', p.list(p.int()), '3,1, 2', [3, 1, 2]],
    ['list without doubles', p.list(p.text()), 'b,a,b', ['b', 'a']],
    ['list with gaps', p.list(p.text()), ',a,,', ['a']],
    ['list of nothing', p.list(p.text()), ',', wrong],
    ['list with one wrong entry', p.list(p.int()), '1,x', wrong],
    ['list at its length', p.list(p.int(), { max: 2 }), '1,2', [1, 2]],
    ['list beyond its length', p.list(p.int(), { max: 2 }), '1,2,3', wrong],
    ['list counts after doubles fell out', p.list(p.int(), { max: 2 }), '1,1,2,2', [1, 2]],
    ['json', p.json(z.object({ a: z.int() })), '{"a":1,"b":2}', { a: 1 }],
    ['json of another shape', p.json(z.object({ a: z.int() })), '[]', wrong],
    ['json that is none', p.json(z.unknown()), "{'a':1}", wrong],
    ['json that spells a NUL', p.json(z.string()), String.raw`"a\u0000b"`, 'ab'],
    ['day', p.day(), '2026-11-21', '2026-11-21'],
    ['day without dashes', p.day(), '20261121', '2026-11-21'],
    ['day of a leap year', p.day(), '2028-02-29', '2028-02-29'],
    ['day that does not exist', p.day(), '2026-02-29', wrong],
    ['day of a thirteenth month', p.day(), '2026-13-01', wrong],
    ['day with a time', p.day(), '2026-11-21 10:00', wrong],
    ['moment', p.moment(), '2026-11-21 10:00:59', '2026-11-21 10:00:59'],
    ['moment of a day', p.moment(), '2026-11-21', '2026-11-21'],
    ['moment that does not exist', p.moment(), '2026-02-30 10:00', wrong],
    ['moment at an hour that does not exist', p.moment(), '2026-11-21 24:00:00', wrong],
    ['moment before the calendar', p.moment(), '0000-01-01', wrong],
    ['day before the calendar', p.day(), '00000101', wrong],
    ['moment with a zone', p.moment(), '2026-11-21T10:00:00Z', wrong],
    ['absent', p.int(), undefined, wrong],
    ['absent with a default', z.object(p.paging()).shape.limit, undefined, 20],
    ['page beyond its size', z.object(p.paging()).shape.limit, '301', wrong],
    ['page zero', z.object(p.paging()).shape.page, '0', wrong],
    ['sorting as tables call it', z.object(p.sorting()).shape.orderType, 'descending', 'desc'],
    ['sorting as tables call it', z.object(p.sorting()).shape.orderType, 'ascend', 'asc'],
    ['sorting sideways', z.object(p.sorting()).shape.orderType, 'up', wrong],
  ])('%s: %#', (_, schema, sent, wanted) => {
    const parsed = schema.safeParse(sent)
    expect(parsed.success ? parsed.data : wrong).toEqual(wanted)
  })
})
