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

it('finds a subquery whose outer column may lose its table', async () => {
  const file = (column: string) => ({
    'features/notifications/table.ts': 'export const notifications = { id: 1 }\n',
    'features/notifications/queries.ts': `import { notifications } from './table.ts'
export const count = sql<number>\`(select count(*) from other o where o.id = \${${column}})\`\n`,
  })
  expect(await faults(file('notifications.id'))).toEqual(['subqueries-name-outer-tables'])
  expect(await faults(file('outer(notifications.id)'))).toEqual([])
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
    'routes-belong-to-app',
    'features/home/queries.ts',
    '#features/accounts/routes.ts',
    'features/accounts/routes.ts',
  ],
  ['rank-of-features', 'features/accounts/rules.ts', '#features/hiring/rules.ts', 'features/hiring/rules.ts'],
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
  ['resolvable', 'core/contract/a.ts', './nowhere.ts', 'core/contract/b.ts'],
])('finds %s', async (rule, from, to, target) => {
  expect(await faults({ [from]: imports(to), [target]: empty })).toContain(rule)
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
      'features/hiring/rules.ts': imports('#features/budgets/contract.ts'),
      'features/budgets/contract.ts': empty,
      'features/budgets/rules.ts': imports('#features/hiring/contract.ts'),
      'features/hiring/contract.ts': empty,
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
