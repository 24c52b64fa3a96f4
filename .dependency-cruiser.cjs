const test = '(\\.test\\.tsx?$|/test-|/testing\\.ts$|/fixtures\\.ts$)'

/** One rule: whoever matches `from` may not import what matches `to`; `comment` says what to do instead. */
const no = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

module.exports = {
  forbidden: [
    no(
      'meet-in-the-contract',
      'web and server share only what contract/ says.',
      { path: '^(web|server)/' },
      { path: '^(web|server)/', pathNot: '^$1/' },
    ),
    no(
      'contract-is-pure',
      'Schemas and rules only: no I/O, no framework.',
      { path: '^contract/', pathNot: `${test}|^contract/print-` },
      { pathNot: ['^contract/', 'node_modules/zod/'] },
    ),
    no(
      'kit-knows-no-feature',
      'If kit needs it, it is not one feature. Pass it in.',
      { path: '^(web|server)/kit/' },
      { path: '^$1/features/' },
    ),
    no(
      'enter-by-the-door',
      'Another server feature is reached through its index.ts only.',
      { path: '^server/features/([^/]+)/', pathNot: test },
      { path: '^server/features/', pathNot: ['^server/features/$1/', '/index\\.ts$', test] },
    ),
    no(
      'web-features-are-islands',
      'Compose in web/routes.tsx, or lift the shared part into web/kit.',
      { path: '^web/features/([^/]+)/' },
      { path: '^web/features/', pathNot: '^web/features/$1/' },
    ),
    no(
      'rules-are-pure',
      'rules.ts decides; it may not read, write or wait.',
      { path: '/rules\\.ts$' },
      { pathNot: ['^contract/', '/rules\\.ts$', '/types\\.ts$', '^server/kit/refusal\\.ts$'] },
    ),
    no(
      'composed-from-above',
      'The parts do not know the whole; only tests may import the composed app.',
      { path: '^server/(features|kit)/', pathNot: test },
      { path: '^server/[^/]+\\.ts$', pathNot: '^server/config\\.ts$' },
    ),
    no(
      'sandbox-is-a-neighbour',
      'The sandbox knows only the written protocol of the platform link.',
      { path: '^sandbox/' },
      { path: '^(server|web|contract)/' },
    ),
    no(
      'nobody-needs-the-sandbox',
      'The product runs it as a program of its own.',
      { path: '^(server|web|contract)/', pathNot: test },
      { path: '^sandbox/' },
    ),
    no(
      'product-needs-no-tools',
      'What runs in production is listed under dependencies.',
      { path: '^(server|web|contract|sandbox)/', pathNot: test },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
    no('no-cycles', 'Two files that need each other are one file, or miss a third.', {}, { circular: true }),
    no('resolvable', 'The import leads nowhere.', {}, { couldNotResolve: true }),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.pitboss)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
    parser: 'swc',
  },
}
