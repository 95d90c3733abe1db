import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/*
 * npm run new-feature NAME: writes a small whole feature (list, add, rename; owner only) in the shape that all
 * features have, and says what to register. NAME is a plural noun: songs, set-lists are setlists.
 */

const [name = ''] = process.argv.slice(2)
const root = path.resolve(import.meta.dirname, '..')
const base = path.resolve(process.env.FEATURES_DIR ?? path.join(root, 'src/features'))
const folder = path.join(base, name)

if (!/^[a-z][a-z]{2,30}$/.test(name)) {
  console.error('Usage: npm run new-feature NAME   (a plural noun in small letters, for example: songs)')
  process.exit(1)
}
if (existsSync(folder)) {
  console.error(`${folder} is there already`)
  process.exit(1)
}

const one = name.endsWith('ies') ? `${name.slice(0, -3)}y` : name.replace(/s$/, '')
const One = one[0]?.toUpperCase() + one.slice(1)
const Many = name[0]?.toUpperCase() + name.slice(1)

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
export const MOST_${name.toUpperCase()} = 200

/** Whether somebody who has that many may add another one. */
export const mayAdd = (count: number): boolean => count < MOST_${name.toUpperCase()}
`,
  'rules.test.ts': `import { expect, it } from 'vitest'
import { MOST_${name.toUpperCase()}, mayAdd } from './rules.ts'

it('the last free place may be taken, and none after it', () => {
  expect(mayAdd(MOST_${name.toUpperCase()} - 1)).toBe(true)
  expect(mayAdd(MOST_${name.toUpperCase()})).toBe(false)
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
  'queries.ts': `import { and, count, desc, eq, lt } from 'drizzle-orm'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import type { Work } from '#core/server/app.ts'
import { type Db, takeTurns } from '#core/server/db.ts'
import type { New${One}, ${One} } from './contract.ts'
import { mayAdd } from './rules.ts'
import { ${name} } from './table.ts'

const columns = { id: ${name}.id, name: ${name}.name, created_at: ${name}.created_at }

/** A person's ${name}, newest first. */
export async function ${name}Of(db: Db, user_id: number, { cursor, limit }: PageQuery): Promise<Page<${One}>> {
  const rows = await db
    .select(columns)
    .from(${name})
    .where(and(eq(${name}.user_id, user_id), cursor ? lt(${name}.id, Number(cursor)) : undefined))
    .orderBy(desc(${name}.id))
    .limit(limit + 1)
  return pageOf(rows, limit, (row) => row.id)
}

/** @throws Refusal 409 \`${name}.too_many\` */
export async function add(work: Work, user_id: number, { name }: New${One}): Promise<${One}> {
  await takeTurns(work.db, '${name}', [user_id])
  const [kept] = await work.db.select({ n: count() }).from(${name}).where(eq(${name}.user_id, user_id))
  if (!mayAdd(kept?.n ?? 0)) throw new Refusal(409, '${name}.too_many')
  const [row] = await work.db
    .insert(${name})
    .values({ user_id, name, created_at: work.now.toISOString() })
    .returning(columns)
  return row as ${One}
}

/** @throws Refusal 404 when it isn't there or isn't theirs */
export async function rename(work: Work, user_id: number, id: number, { name }: New${One}): Promise<${One}> {
  const [row] = await work.db
    .update(${name})
    .set({ name })
    .where(and(eq(${name}.id, id), eq(${name}.user_id, user_id)))
    .returning(columns)
  if (!row) throw notFound()
  return row
}
`,
  'routes.ts': `import { on } from '#core/server/route.ts'
import { add${One}, list${Many}, rename${One} } from './contract.ts'
import { add, rename, ${name}Of } from './queries.ts'

export const routes = [
  on(list${Many}, ({ db, viewer }, { query }) => ${name}Of(db, viewer.id, query)),
  on(add${One}, (ctx, { body }) => add(ctx, ctx.viewer.id, body)),
  on(rename${One}, (ctx, { params, body }) => rename(ctx, ctx.viewer.id, params.id, body)),
]
`,
  'routes.test.ts': `import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, type TestApp, testApp } from '#app/server/testing.ts'

let t: TestApp
let ana: Person
let beto: Person
beforeAll(async () => {
  t = await testApp()
  ana = await t.person('MUSICIAN')
  beto = await t.person('MUSICIAN')
})
afterAll(() => t.close())

it('what is added is listed for its owner only, and only they rename it', async () => {
  const added = await ana.post('/api/${name}/', { name: 'First' })
  expect(added.status).toBe(201)
  expect((await ana.get('/api/${name}/')).body.results).toEqual([added.body])
  expect((await beto.get('/api/${name}/')).body.results).toEqual([])

  const path = \`/api/${name}/\${added.body.id}/\`
  expect((await beto.patch(path, { name: 'Mine' })).status).toBe(404)
  expect((await ana.patch(path, { name: 'Second' })).body.name).toBe('Second')
})

it('a name that is too short is told at its field', async () => {
  const { status, body } = await ana.post('/api/${name}/', { name: 'x' })
  expect(status).toBe(422)
  expect(body.fields).toHaveProperty('name')
})
`,
  [`web/${Many}Page.tsx`]: `import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { askPages } from '#core/web/ask.ts'
import { EmptyState } from '#core/web/ui/EmptyState.tsx'
import { ErrorState } from '#core/web/ui/ErrorState.tsx'
import { PageHeader } from '#core/web/ui/PageHeader.tsx'
import { Skeleton } from '#core/web/ui/Skeleton.tsx'
import { list${Many} } from '../contract.ts'

/** The caller's ${name}. */
export function ${Many}Page() {
  const { t } = useTranslation(['functionality', 'common'])
  const ${name} = useInfiniteQuery(askPages(list${Many}, { query: {} }))
  const rows = ${name}.data?.pages.flatMap((page) => page.results) ?? []
  return (
    <div className="page-width flex flex-col gap-6">
      <PageHeader title={t('${name}.title')} />
      {${name}.isPending ? (
        <div aria-busy>
          <Skeleton className="h-24" />
        </div>
      ) : ${name}.isError ? (
        <ErrorState
          title={t('${name}.list_error')}
          retryLabel={t('common:boundary.retry')}
          onRetry={() => void ${name}.refetch()}
          isRetrying={${name}.isFetching}
        >
          {${name}.error.message}
        </ErrorState>
      ) : rows.length === 0 ? (
        <EmptyState title={t('${name}.empty.title')}>{t('${name}.empty.text')}</EmptyState>
      ) : (
        <ul className="flex flex-col gap-3">
          {rows.map((row) => (
            <li key={row.id} className="rounded-card border border-line bg-surface p-4">
              {row.name}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
`,
}

for (const [file, text] of Object.entries(files)) {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), text)
}

const where = path.relative(root, folder)
console.log(`Wrote ${Object.keys(files).length} files in ${where}. To register:

  1. src/app/server/features.ts   import { routes as ${name}Routes } from '#features/${name}/routes.ts', add ...${name}Routes
                                  (and its queues, sweeps and reactions, when it gets some)
  2. scripts/architecture.ts      put "${name}" into its tier: it may call the tiers before it
  3. npm run db:generate          the migration of its table; read it before you commit it
  4. src/app/web/pages.tsx        a row that loads '#features/${name}/web/${Many}Page.tsx', with its permission
  5. src/app/web/locales          functionality: ${name}.title, ${name}.list_error, ${name}.empty.{title,text};
                                  common: errors.${name}.too_many, titles of the page; in es and en
  6. npm run check && npx vitest run ${where}
`)
