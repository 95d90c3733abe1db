import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { checkArchitecture } from './architecture.ts'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) {
    rmSync(folder, { recursive: true })
  }
})

/** A small repository with those files (path below src → text). */
function planted(files: Record<string, string>): string {
  const base = mkdtempSync(path.join(os.tmpdir(), 'tarima-architecture-'))
  made.push(base)
  writeFileSync(
    path.join(base, 'package.json'),
    JSON.stringify({
      type: 'module',
      imports: { '#core/*': './src/core/*', '#features/*': './src/features/*', '#app/*': './src/app/*' },
    }),
  )
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(base, 'src', name)), { recursive: true })
    writeFileSync(path.join(base, 'src', name), text)
  }
  return base
}

const faults = async (files: Record<string, string>) => {
  const { findings } = await checkArchitecture(planted(files))
  return [...new Set(findings.map(({ rule }) => rule))].sort()
}

const empty = 'export const a = 1\n'
const imports = (file: string) => `import { a } from '${file}'\nexport const b = a\n`

it('a clean shape has no faults', async () => {
  expect(
    await faults({
      'core/contract/endpoint.ts': empty,
      'core/server/columns.ts': empty,
      'features/accounts/table.ts': imports('#core/server/columns.ts'),
      'features/notifications/contract.ts': imports('#core/contract/endpoint.ts'),
      'features/notifications/table.ts': imports('#features/accounts/table.ts'),
      'features/notifications/queries.ts': imports('./table.ts'),
      'features/notifications/routes.ts': imports('./queries.ts'),
      'features/notifications/web/Modal.tsx': imports('../contract.ts'),
      'app/server/features.ts': imports('#features/notifications/routes.ts'),
    }),
  ).toEqual([])
})

it('a file is as short as one can read', async () => {
  const file = (lines: number) => ({ 'core/contract/endpoint.ts': empty.repeat(lines) })
  expect(await faults(file(400))).toEqual([])
  expect(await faults(file(401))).toEqual(['files-are-short'])
})

it('finds a subquery whose outer column may lose its table', async () => {
  const file = (column: string) => ({
    'features/notifications/table.ts': 'export const notifications = { id: 1 }\n',
    'features/notifications/queries.ts': `import { notifications } from './table.ts'
export const count = sql<number>\`(select count(*) from other o where o.id = \${${column}})\`\n`,
  })
  expect(await faults(file('notifications.id'))).toEqual(['subqueries-name-outer-tables'])
  expect(await faults(file('outer(notifications.id)'))).toEqual([])
})

it('finds a form that checks against what the build leaves out', async () => {
  const file = (schema: string) => ({
    'features/notifications/web/Form.tsx': `export const form = useForm({ resolver: resolverOf<Values>(${schema}) })\n`,
  })
  expect(await faults(file('saveAddress.body'))).toEqual(['forms-check-named-schemas'])
  expect(await faults(file('AddressDraft'))).toEqual([])
})

it('what stands on a library is fetched by the parts that nearly every page carries, not brought along', async () => {
  const file = (text: string) => ({
    'core/web/ui/aria/Sheet.tsx': empty,
    'core/web/ui/Dialog.tsx': text,
  })
  expect(await faults(file(imports('./aria/Sheet.tsx')))).toEqual(['ui-brings-no-library'])
  expect(await faults(file("export const b = () => import('./aria/Sheet.tsx')\n"))).toEqual([])
  expect(await faults(file("export type { a } from './aria/Sheet.tsx'\n"))).toEqual([])
})

it.each([
  [
    'core-knows-no-product',
    'core/server/mount.ts',
    '#features/accounts/rules.ts',
    'features/accounts/rules.ts',
  ],
  ['features-know-no-app', 'features/accounts/queries.ts', '#app/server/server.ts', 'app/server/server.ts'],
  [
    'browser-reaches-no-server',
    'features/accounts/web/Page.tsx',
    '../queries.ts',
    'features/accounts/queries.ts',
  ],
  ['browser-reaches-no-server', 'core/web/ask.ts', '#core/server/db.ts', 'core/server/db.ts'],
  [
    'server-reaches-no-page',
    'features/accounts/routes.ts',
    './web/Page.tsx',
    'features/accounts/web/Page.tsx',
  ],
  ['contract-imports-contracts', 'features/accounts/contract.ts', '#core/web/ask.ts', 'core/web/ask.ts'],
  ['rules-are-pure', 'features/accounts/rules.ts', '#core/web/ask.ts', 'core/web/ask.ts'],
  ['table-imports-tables', 'features/accounts/table.ts', '#core/server/db.ts', 'core/server/db.ts'],
  ['tables-belong-to-queries', 'features/accounts/routes.ts', './table.ts', 'features/accounts/table.ts'],
  [
    'tables-belong-to-queries',
    'features/accounts/routes.ts',
    './table.letters.ts',
    'features/accounts/table.letters.ts',
  ],
  [
    'app-lists-what-runs',
    'features/home/queries.ts',
    '#features/accounts/routes.ts',
    'features/accounts/routes.ts',
  ],
  [
    'browser-reaches-no-server',
    'features/hiring/plan/web/Plan.tsx',
    '../queries.ts',
    'features/hiring/plan/queries.ts',
  ],
  ['rules-are-pure', 'features/hiring/plan/rules.ts', './queries.ts', 'features/hiring/plan/queries.ts'],
  [
    'queries-only-read',
    'features/hiring/plan/queries.ts',
    './commands.ts',
    'features/hiring/plan/commands.ts',
  ],
  ['tables-belong-to-queries', 'features/hiring/desk/jobs.ts', '../table.ts', 'features/hiring/table.ts'],
  ['app-lists-what-runs', 'features/accounts/commands.ts', './jobs.ts', 'features/accounts/jobs.ts'],
  [
    'app-lists-what-runs',
    'features/home/commands.ts',
    '#features/accounts/reactions.ts',
    'features/accounts/reactions.ts',
  ],
  ['queues-only-name', 'features/accounts/queues.ts', './commands.ts', 'features/accounts/commands.ts'],
  [
    'lower-tiers-know-no-higher',
    'features/accounts/rules.ts',
    '#features/hiring/rules.ts',
    'features/hiring/rules.ts',
  ],
  ['resolvable', 'core/contract/a.ts', './nowhere.ts', 'core/contract/b.ts'],
])('finds %s', async (rule, from, to, target) => {
  expect(await faults({ [from]: imports(to), [target]: empty })).toContain(rule)
})

it.each([
  ['a lower tier', 'files', 'projects', ['lower-tiers-know-no-higher']],
  ['a higher tier', 'projects', 'files', []],
  ['against the order of its tier', 'hiring', 'budgets', ['lower-tiers-know-no-higher']],
  ['along the order of its tier', 'budgets', 'hiring', []],
  ['beside it in its tier', 'services', 'projects', []],
  ['in no tier', 'weather', 'projects', ['lower-tiers-know-no-higher']],
])('holds a feature in %s against its tier', async (_what, from, to, found) => {
  expect(
    await faults({
      [`features/${from}/rules.ts`]: imports(`#features/${to}/rules.ts`),
      [`features/${to}/rules.ts`]: empty,
    }),
  ).toEqual(found)
})

it('finds another feature’s table that SQL names as text', async () => {
  const query = (statement: string) => ({
    'features/accounts/table.ts': "export const users = pgTable('users', {})\n",
    'features/projects/table.ts': "export const projects = pgTable(\n  'projects', {})\n",
    'features/accounts/queries.ts': `// read from projects\nexport const a = sql\`${statement}\`\n`,
  })
  expect(await faults(query('select 1 from users u join projects p on true'))).toEqual(['own-tables-by-name'])
  expect(await faults(query('update projects set name = null'))).toEqual(['own-tables-by-name'])
  const interpolated = '$' + '{projects}'
  expect(await faults(query(`select 1 from users u join ${interpolated} p on true`))).toEqual([])
})

it('sees imports of types alone', async () => {
  const text = "import type { A } from '#features/accounts/rules.ts'\nexport type B = A\n"
  expect(
    await faults({ 'core/server/a.ts': text, 'features/accounts/rules.ts': 'export type A = 1\n' }),
  ).toContain('core-knows-no-product')
})

it('finds circles of files and of features', async () => {
  expect(
    await faults({ 'core/contract/a.ts': imports('./b.ts'), 'core/contract/b.ts': imports('./a.ts') }),
  ).toEqual(['no-file-circles'])
  expect(
    await faults({
      'features/services/rules.ts': imports('#features/instruments/contract.ts'),
      'features/instruments/contract.ts': empty,
      'features/instruments/rules.ts': imports('#features/services/contract.ts'),
      'features/services/contract.ts': empty,
    }),
  ).toEqual(['no-feature-circles'])
})

it('finds circles of the parts of a feature', async () => {
  const files = {
    'features/hiring/plan/rules.ts': imports('../brief/rules.ts'),
    'features/hiring/brief/rules.ts': empty,
    'features/hiring/brief/contract.ts': empty,
  }
  expect(await faults(files)).toEqual([])
  expect(
    await faults({
      ...files,
      'features/hiring/brief/contract.ts': imports('../plan/contract.ts'),
      'features/hiring/plan/contract.ts': empty,
    }),
  ).toEqual(['no-part-circles'])
})
