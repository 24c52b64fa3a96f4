// @ts-check
// The documentation page: reads openapi.json and lists its calls.

/** @typedef {{ type?: string | string[], properties?: Record<string, Schema>, required?: string[], items?: Schema,
 *   anyOf?: Schema[], allOf?: Schema[], additionalProperties?: Schema | boolean, enum?: unknown[], const?: unknown,
 *   description?: string, minimum?: number, maximum?: number, minLength?: number, maxLength?: number,
 *   maxItems?: number, pattern?: string, format?: string, default?: unknown }} Schema */
/** @typedef {{ name: string, required?: boolean, description?: string, schema?: Schema,
 *   content?: Record<string, { schema: Schema }>, $ref?: string }} Parameter */
/** @typedef {{ operationId: string, tags: string[], 'x-title': Record<string, string>,
 *   'x-access': 'public' | 'session' | 'rule', 'x-rule': string, 'x-kinds': number[],
 *   parameters: Parameter[], requestBody?: { content: Record<string, { schema: Schema }> },
 *   responses: Record<string, { description: string, content: Record<string, { schema: Schema }> }> }} Operation */

const texts = {
  'zh-cn': {
    search: '搜索',
    other: 'English',
    params: '参数',
    result: 'data 字段',
    name: '名称',
    type: '类型',
    note: '说明',
    required: '必填',
    none: '无',
    nothing: '没有匹配的接口',
    public: '公开',
    session: '登录即可',
    rule: '权限',
    kinds: { 1: '后台', 3: '渠道', 4: '业务员', 9: '子渠道' },
  },
  'en-us': {
    search: 'Search',
    other: '中文',
    params: 'Parameters',
    result: 'Fields of data',
    name: 'Name',
    type: 'Type',
    note: 'Note',
    required: 'required',
    none: 'None',
    nothing: 'No call matches',
    public: 'Public',
    session: 'Any session',
    rule: 'Rule',
    kinds: { 1: 'staff', 3: 'channel', 4: 'salesman', 9: 'sub-channel' },
  },
}
/** @type {keyof typeof texts} */
let language = navigator.language.startsWith('zh') ? 'zh-cn' : 'en-us'

const description = await (await fetch('/adminapi/docs/openapi.json')).json()
/** @type {{ method: string, path: string, operation: Operation }[]} */
const calls = Object.entries(description.paths).flatMap(([path, item]) =>
  Object.entries(/** @type {Record<string, Operation>} */ (item)).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    operation,
  })),
)
const search = /** @type {HTMLInputElement} */ (document.querySelector('#search'))
const list = /** @type {HTMLElement} */ (document.querySelector('#calls'))
const button = /** @type {HTMLButtonElement} */ (document.querySelector('#language'))

/**
 * @param {string} tag
 * @param {...(Node | string | Record<string, string>)} parts
 */
function make(tag, ...parts) {
  const element = document.createElement(tag)
  for (const part of parts) {
    if (typeof part === 'string' || part instanceof Node) element.append(part)
    else for (const [name, value] of Object.entries(part)) element.setAttribute(name, value)
  }
  return element
}

/** The half of 'Chinese / English' in the language shown. @param {string} text */
function half(text) {
  const [chinese = '', english] = text.split(' / ')
  return language === 'zh-cn' ? chinese : (english ?? chinese)
}

/** @param {Schema} schema @returns {string} */
function typeOf(schema) {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' | ')
  if (schema.type === 'array') return `${typeOf(schema.items ?? {})}[]`
  if (schema.additionalProperties && typeof schema.additionalProperties === 'object')
    return `{ [name]: ${typeOf(schema.additionalProperties)} }`
  return schema.format ?? [schema.type ?? 'text'].flat().join(' | ')
}

/** @param {Schema} schema */
function limitsOf(schema) {
  const said = []
  const told = schema.description ?? schema.anyOf?.find((option) => option.description)?.description
  if (told) said.push(half(told))
  if (schema.minimum !== undefined) said.push(`≥ ${schema.minimum}`)
  if (schema.maximum !== undefined) said.push(`≤ ${schema.maximum}`)
  const length = schema.maxLength ?? schema.maxItems
  if (length !== undefined) said.push(`max ${length}`)
  if (schema.default !== undefined) said.push(`= ${JSON.stringify(schema.default)}`)
  return said.join(' · ')
}

/** Rows of a table for an object's fields, nested ones by their whole path.
 * @param {Schema} schema @param {string} prefix @returns {[string, string, string][]} */
function fieldsOf(schema, prefix = '') {
  /** @type {[string, string, string][]} */
  const rows = []
  for (const option of schema.anyOf ?? []) rows.push(...fieldsOf(option, prefix))
  if (schema.items) rows.push(...fieldsOf(schema.items, `${prefix}[]`))
  if (typeof schema.additionalProperties === 'object')
    rows.push(...fieldsOf(schema.additionalProperties, `${prefix}.*`))
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const path = prefix ? `${prefix}.${name}` : name
    rows.push([path, field.properties ? 'object' : typeOf(field), limitsOf(field)], ...fieldsOf(field, path))
  }
  return rows
}

/** @param {string} title @param {[string, string, string][]} rows */
function table(title, rows) {
  const t = texts[language]
  const heading = make('h3', title)
  if (rows.length === 0) return [heading, make('p', t.none, { class: 'quiet' })]
  const head = make('tr', ...[t.name, t.type, t.note].map((word) => make('th', word, { scope: 'col' })))
  const body = rows.map(([name, type, note]) =>
    make('tr', make('td', make('code', name)), make('td', make('code', type)), make('td', note)),
  )
  return [heading, make('table', make('thead', head), make('tbody', ...body))]
}

/** @param {Operation} operation @returns {[string, string, string][]} */
function paramsOf(operation) {
  const t = texts[language]
  /** @param {string} name @param {Schema} schema @param {boolean} required @returns {[string, string, string]} */
  const row = (name, schema, required) => [
    name,
    typeOf(schema),
    [required ? t.required : '', limitsOf(schema)].filter(Boolean).join(' · '),
  ]
  const query = operation.parameters
    .filter((parameter) => !parameter.$ref)
    .map((parameter) => {
      const schema = parameter.schema ?? Object.values(parameter.content ?? {})[0]?.schema ?? {}
      const told = parameter.description ? { description: parameter.description } : {}
      return row(parameter.name, { ...schema, ...told }, parameter.required ?? false)
    })
  const form = Object.values(operation.requestBody?.content ?? {})[0]?.schema
  const fields = Object.entries(form?.properties ?? {}).map(([name, schema]) =>
    row(name, schema, form?.required?.includes(name) ?? false),
  )
  return [...query, ...fields]
}

/** @param {Operation} operation @returns {Schema} */
function dataOf(operation) {
  const envelope = operation.responses['200']?.content['application/json']?.schema
  return envelope?.allOf?.[1]?.properties?.['data'] ?? {}
}

/** Who may call. @param {Operation} operation */
function accessOf(operation) {
  const t = texts[language]
  const kinds = operation['x-kinds'].map((kind) => t.kinds[/** @type {1 | 3 | 4 | 9} */ (kind)])
  const access = { public: t.public, session: t.session, rule: `${t.rule} ${operation['x-rule']}` }
  return `${access[operation['x-access']]} · ${kinds.join(', ')}`
}

/** @param {(typeof calls)[number]} call */
function entry({ method, path, operation }) {
  const t = texts[language]
  const summary = make(
    'summary',
    make('span', method, { class: 'method' }),
    make('code', path),
    make('span', operation['x-title'][language] ?? ''),
    make('span', operation.operationId, { class: 'quiet' }),
  )
  const details = make('details', summary, { id: operation.operationId })
  details.addEventListener('toggle', () => {
    if (details.childElementCount > 1) return
    const data = dataOf(operation)
    const rows = fieldsOf(data)
    details.append(
      make(
        'div',
        make('p', accessOf(operation), { class: 'quiet' }),
        ...table(t.params, paramsOf(operation)),
        ...table(t.result, rows.length > 0 ? rows : [['data', typeOf(data), limitsOf(data)]]),
      ),
    )
  })
  return details
}

function show() {
  const t = texts[language]
  document.documentElement.lang = language === 'zh-cn' ? 'zh-CN' : 'en'
  button.textContent = t.other
  const label = document.querySelector('[data-text="search"]')
  if (label) label.textContent = t.search
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean)
  const found = calls.filter(({ method, path, operation }) => {
    const titles = Object.values(operation['x-title']).join(' ')
    const text = `${method} ${path} ${operation.operationId} ${titles}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const groups = Map.groupBy(found, ({ operation }) => operation.tags[0] ?? '')
  list.replaceChildren(
    ...[...groups].flatMap(([feature, group]) => [
      make('h2', `${feature} (${group.length})`),
      ...group.map((call) => entry(call)),
    ]),
  )
  if (found.length === 0) list.append(make('p', t.nothing, { class: 'quiet' }))
}

search.addEventListener('input', show)
button.addEventListener('click', () => {
  language = language === 'zh-cn' ? 'en-us' : 'zh-cn'
  show()
})
show()
if (location.hash)
  document.querySelector(`details[id="${CSS.escape(location.hash.slice(1))}"]`)?.setAttribute('open', '')
