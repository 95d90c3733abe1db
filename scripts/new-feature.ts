import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { newTexts } from './new-feature.texts.ts'

/*
 * npm run new-feature NAME: writes a small whole feature (list, add, rename; for whoever made it) in the shape that all
 * features have, registers it and makes the migration of its table. It passes every check as it stands; what is left is
 * to make it say something (docs/adding-a-feature.md). NAME is a plural noun: stickers; set lists are setlists.
 */

const [name = ''] = process.argv.slice(2)
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'src/features', name)

if (!/^[a-z][a-z]{2,30}$/.test(name)) {
  console.error('Usage: npm run new-feature NAME   (a plural noun in small letters, for example: stickers)')
  process.exit(1)
}
if (existsSync(folder)) {
  console.error(`${folder} is there already`)
  process.exit(1)
}

const one = name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/s$/, '')
const One = one[0]?.toUpperCase() + one.slice(1)
const Many = name[0]?.toUpperCase() + name.slice(1)
const NAME = name.toUpperCase()

const files: Record<string, string> = {
  'contract.ts': `import * as z from 'zod/mini'
import { endpoint, Id, IdParams } from '#core/contract/endpoint.ts'
import { PageQuery, page } from '#core/contract/page.ts'
import { Instant } from '#core/contract/time.ts'

export const ${One} = z.object({
  id: Id,
  name: z.string(),
  created_at: Instant,
})
export type ${One} = z.output<typeof ${One}>

export const New${One} = z.object({
  name: z.string().check(z.trim(), z.minLength(2), z.maxLength(80)),
})
export type New${One} = z.output<typeof New${One}>

export const list${Many} = endpoint({
  method: 'GET',
  path: '/api/${name}/',
  access: 'signed-in',
  summary: 'The ${name} of the caller, newest first',
  query: PageQuery,
  reply: page(${One}),
})

export const add${One} = endpoint({
  method: 'POST',
  path: '/api/${name}/',
  access: 'signed-in',
  summary: 'Add a ${one}',
  body: New${One},
  reply: ${One},
  status: 201,
})

export const rename${One} = endpoint({
  method: 'PATCH',
  path: '/api/${name}/:id/',
  access: 'signed-in',
  summary: 'Rename a ${one}',
  params: IdParams,
  body: New${One},
  reply: ${One},
})
`,
  'rules.ts': `/** How many ${name} one person may have. */
export const MOST_${NAME} = 200

/** Whether somebody who has that many may add another one. */
export const mayAdd = (count: number): boolean => count < MOST_${NAME}
`,
  'rules.test.ts': `import { expect, it } from 'vitest'
import { MOST_${NAME}, mayAdd } from './rules.ts'

it('the last free place may be taken, and none after it', () => {
  expect(mayAdd(MOST_${NAME} - 1)).toBe(true)
  expect(mayAdd(MOST_${NAME})).toBe(false)
})
`,
  'table.ts': `import { index, pgTable, text } from 'drizzle-orm/pg-core'
import { created_at, id, ref } from '#core/server/columns.ts'
import { users } from '#features/accounts/table.ts'

export const ${name} = pgTable(
  '${name}',
  {
    id: id(),
    user_id: ref()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    created_at: created_at(),
  },
  (t) => [index().on(t.user_id, t.id)],
)
`,
  'queries.ts': `import { and, desc, eq, lt } from 'drizzle-orm'
import { idAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import type { Db } from '#core/server/db.ts'
import type { ${One} } from './contract.ts'
import { ${name} } from './table.ts'

/** What anybody reads of a ${one}. */
export const columns = { id: ${name}.id, name: ${name}.name, created_at: ${name}.created_at }

/**
 * A person's ${name}, newest first.
 * @throws Refusal 400 for a cursor that isn't one of ours
 */
export async function ${name}Of(db: Db, user_id: number, { cursor, limit }: PageQuery): Promise<Page<${One}>> {
  const after = idAfter(cursor)
  const rows = await db
    .select(columns)
    .from(${name})
    .where(and(eq(${name}.user_id, user_id), after === undefined ? undefined : lt(${name}.id, after)))
    .orderBy(desc(${name}.id))
    .limit(limit + 1)
  return pageOf(rows, limit, ({ id }) => id)
}
`,
  'commands.ts': `import { and, count, eq } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { takeTurns } from '#core/server/db.ts'
import type { New${One}, ${One} } from './contract.ts'
import { columns } from './queries.ts'
import { MOST_${NAME}, mayAdd } from './rules.ts'
import { ${name} } from './table.ts'

/** @throws Refusal 409 \`${name}.too_many\` */
export async function insert${One}(work: Work, user_id: number, { name }: New${One}): Promise<${One}> {
  await takeTurns(work.db, '${name}', [user_id])
  const [owned] = await work.db.select({ n: count() }).from(${name}).where(eq(${name}.user_id, user_id))
  if (!mayAdd(owned?.n ?? 0)) throw new Refusal(409, '${name}.too_many', { values: { count: MOST_${NAME} } })
  const [row] = await work.db
    .insert(${name})
    .values({ user_id, name, created_at: work.now.toISOString() })
    .returning(columns)
  if (!row) throw notFound()
  return row
}

/** @throws Refusal 404 when it isn't there or isn't theirs */
export async function set${One}Name(
  work: Work,
  user_id: number,
  id: number,
  { name }: New${One},
): Promise<${One}> {
  const [row] = await work.db
    .update(${name})
    .set({ name })
    .where(and(eq(${name}.id, id), eq(${name}.user_id, user_id)))
    .returning(columns)
  if (!row) throw notFound()
  return row
}

/** Whatever a person has of it; their account is being deleted. */
export async function erase${Many}(work: Work, user_id: number): Promise<void> {
  await work.db.delete(${name}).where(eq(${name}.user_id, user_id))
}
`,
  'reactions.ts': `import { everyRow } from '#core/contract/page.ts'
import { contribute, when } from '#core/server/events.ts'
import { accountDeleted } from '#features/accounts/commands.deletion.ts'
import { personalData } from '#features/accounts/queries.exports.ts'
import { erase${Many} } from './commands.ts'
import { ${name}Of } from './queries.ts'

export const reactions = [
  contribute(personalData, async (_work, { user_id }) => [
    { document: '${name}', read: (db) => everyRow((page) => ${name}Of(db, user_id, page)) },
  ]),
  when(accountDeleted, (work, { user_id }) => erase${Many}(work, user_id)),
]
`,
  'routes.ts': `import { on } from '#core/server/route.ts'
import { insert${One}, set${One}Name } from './commands.ts'
import { add${One}, list${Many}, rename${One} } from './contract.ts'
import { ${name}Of } from './queries.ts'

export const routes = [
  on(list${Many}, ({ db, viewer }, { query }) => ${name}Of(db, viewer.id, query)),
  on(add${One}, (ctx, { body }) => insert${One}(ctx, ctx.viewer.id, body)),
  on(rename${One}, (ctx, { params, body }) => set${One}Name(ctx, ctx.viewer.id, params.id, body)),
]
`,
  'routes.test.ts': `import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'
import { transaction } from '#core/server/work.ts'
import { erase${Many} } from './commands.ts'
import { MOST_${NAME} } from './rules.ts'
import { ${name} } from './table.ts'

let t: TestApp
let ana: Person
let beto: Person
beforeAll(async () => {
  t = await testApp()
  ana = await t.person('MUSICIAN')
  beto = await t.person('MUSICIAN')
})
afterAll(() => t?.close())

it('what is added is listed for its owner only, and only they rename it', async () => {
  const added = await ana.post('/api/${name}/', { name: 'First' })
  expect(added.status).toBe(201)
  expect((await ana.get('/api/${name}/')).body.results).toEqual([added.body])
  expect((await beto.get('/api/${name}/')).body.results).toEqual([])

  const path = \`/api/${name}/\${added.body.id}/\`
  expect((await beto.patch(path, { name: 'Mine' })).status).toBe(404)
  expect((await ana.patch(path, { name: 'Second' })).body.name).toBe('Second')
})

it('a list goes on where the page before it ended', async () => {
  const carla = await t.person('MUSICIAN')
  for (const name of ['One', 'Two', 'Three']) await carla.post('/api/${name}/', { name })
  const first = await carla.get('/api/${name}/', { query: { limit: '2' } })
  const second = await carla.get('/api/${name}/', { query: { limit: '2', cursor: first.body.next } })
  const names = [...first.body.results, ...second.body.results].map(({ name }) => name)
  expect([names, second.body.next]).toEqual([['Three', 'Two', 'One'], null])
})

it('no more than fit', async () => {
  const dora = await t.person('MUSICIAN')
  await t.db.insert(${name}).values(
    Array.from({ length: MOST_${NAME} }, (_, n) => ({ user_id: dora.id, name: \`No. \${n}\` })),
  )
  const { status, body } = await dora.post('/api/${name}/', { name: 'One more' })
  expect([status, body.code]).toEqual([409, '${name}.too_many'])
})

it('nothing of it is left of a deleted account', async () => {
  const eva = await t.person('MUSICIAN')
  await eva.post('/api/${name}/', { name: 'Last' })
  await transaction(t.app, t.clock.now(), (work) => erase${Many}(work, eva.id))
  expect((await eva.get('/api/${name}/')).body.results).toEqual([])
})

it('a name that is too short is told at its field', async () => {
  const { status, body } = await ana.post('/api/${name}/', { name: 'x' })
  expect(status).toBe(422)
  expect(body.fields).toHaveProperty('name')
})
`,
  'web/texts.ts': `import { part } from '#core/web/texts.ts'

export const ${one}Texts = part('functionality', {
  es: () => import('../texts/es/functionality.json', { with: { type: 'json' } }),
  en: () => import('../texts/en/functionality.json', { with: { type: 'json' } }),
})
`,
  [`web/${Many}Page.tsx`]: `import { useInfiniteQuery } from '@tanstack/react-query'
import { askPages } from '#core/web/ask.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { LoadedPages } from '#core/web/ui/Loaded.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { list${Many} } from '../contract.ts'
import { ${one}Texts } from './texts.ts'

const spoken = texts(${one}Texts)

/** The caller's ${name}. */
export function ${Many}Page() {
  const { t } = useTexts(spoken)
  const ${name} = useInfiniteQuery(askPages(list${Many}, { query: {} }))
  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader title={t('${name}.title')} />
      <LoadedPages
        query={${name}}
        waiting={<Skeleton className="h-24" />}
        failed={t('${name}.failed')}
        empty={<EmptyState title={t('${name}.empty.title')}>{t('${name}.empty.text')}</EmptyState>}
      >
        {(rows, foot) => (
          <>
            <ul className="flex flex-col gap-3">
              {rows.map((row) => (
                <li key={row.id} className="rounded-card border border-line bg-surface p-4">
                  {row.name}
                </li>
              ))}
            </ul>
            {foot}
          </>
        )}
      </LoadedPages>
    </div>
  )
}
`,
}

for (const [language, parts] of Object.entries(newTexts(name, Many)))
  for (const [part, content] of Object.entries(parts))
    files[`texts/${language}/${part}.json`] = `${JSON.stringify(content, null, 2)}\n`

for (const [file, text] of Object.entries(files)) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

/** Changes a file where the new feature has to stand in it. @throws Error when the file no longer looks as expected */
function register(file: string, ...changes: readonly [before: string, after: string][]) {
  const place = path.join(root, file)
  let text = readFileSync(place, 'utf8')
  for (const [before, after] of changes) {
    if (!text.includes(before))
      throw new Error(
        `${file} has no "${before}" any more: register ${name} there by hand, and mend this script`,
      )
    text = text.replace(before, () => after)
  }
  writeFileSync(place, text)
}

const routesImport = "import { routes as homeRoutes } from '#features/home/routes.ts'"
register(
  'src/app/server/features.ts',
  [
    routesImport,
    `${routesImport}
import { reactions as ${name}Reactions } from '#features/${name}/reactions.ts'
import { routes as ${name}Routes } from '#features/${name}/routes.ts'`,
  ],
  ['  ...homeRoutes,', `  ...${name}Routes,\n  ...homeRoutes,`],
  ['  ...filesReactions,', `  ...${name}Reactions,\n  ...filesReactions,`],
)
register('scripts/architecture.rules.ts', ["'services',", `'services', '${name}',`])
register('src/app/server/others.fixture.ts', [
  "  'GET /api/services/:id/'",
  `  'PATCH /api/${name}/:id/': musician('${one}'),\n\n  'GET /api/services/:id/'`,
])
register(
  'src/app/server/scenes/others.fixture.ts',
  ["  | 'event'\n", `  | 'event'\n  | '${one}'\n`],
  ['    order,\n', `    ${one}: (await player.api(add${One}, { body: { name: 'Otra' } })).id,\n    order,\n`],
  [
    "import { createService, listServices } from '#features/services/contract.ts'",
    `import { createService, listServices } from '#features/services/contract.ts'
import { add${One} } from '#features/${name}/contract.ts'`,
  ],
)

/** Runs a tool of the house. */
function tool(script: string, ...args: string[]) {
  const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed`)
}
tool('drizzle-kit/bin.cjs', 'generate', '--name', name)
tool(
  '@biomejs/biome/bin/biome',
  'check',
  '--write',
  folder,
  'src/app/server',
  'scripts/architecture.rules.ts',
)

console.log(`Wrote ${Object.keys(files).length} files in src/features/${name} and a migration, and registered it. Left to you
(docs/adding-a-feature.md): read the migration, say its texts properly, give its page a place in the menu. Then

  npm run check && npx vitest run src/features/${name}
`)
