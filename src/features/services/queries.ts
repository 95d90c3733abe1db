import { and, asc, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm'
import { notFound } from '#core/contract/errors.ts'
import { idAfter, type Page, type PageQuery, pageOf } from '#core/contract/page.ts'
import { stepsFrom } from '#core/contract/steps.ts'
import type { Db } from '#core/server/db.ts'
import type { ProjectScope } from '#features/projects/queries.ts'
import { music_projects } from '#features/projects/table.ts'
import type { Service, ServiceStatus } from './contract.ts'
import type { Priced } from './rules.price.ts'
import { SERVICE_STEPS } from './rules.ts'
import { services } from './table.ts'

type Row = typeof services.$inferSelect

export function shown({ previous_id: _, media_shown: __, ...row }: Row, scope: ProjectScope): Service {
  return {
    ...row,
    steps: scope.role === 'OWNER' ? stepsFrom(SERVICE_STEPS, row.status, 'owner') : [],
  } as Service
}

/** What the prices of some services in a currency are made of, by id; those in another one aren't in it. */
export async function pricedIn(
  db: Db,
  ids: readonly number[],
  currency: string,
): Promise<ReadonlyMap<number, Priced>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .select({
      id: services.id,
      price_mode: services.price_mode,
      price: services.price,
      duration_minutes: services.duration_minutes,
      travel_fee_per_km: services.travel_fee_per_km,
    })
    .from(services)
    .where(and(inArray(services.id, [...new Set(ids)]), eq(services.currency, currency)))
  return new Map(rows.map(({ id, ...offer }) => [id, offer]))
}

/** Services of a project, newest first; archived ones only when that status is asked for. */
export async function servicesOf(
  db: Db,
  scope: ProjectScope,
  query: PageQuery & { status?: ServiceStatus | undefined },
): Promise<Page<Service>> {
  const after = idAfter(query.cursor)
  const rows = await db
    .select()
    .from(services)
    .where(
      and(
        eq(services.project_id, scope.project_id),
        query.status ? eq(services.status, query.status) : ne(services.status, 'archived'),
        after === undefined ? undefined : lt(services.id, after),
      ),
    )
    .orderBy(desc(services.id))
    .limit(query.limit + 1)
  const { results, next } = pageOf(rows, query.limit, (row) => row.id)
  return { results: results.map((row) => shown(row, scope)), next }
}

export async function rowOf(db: Db, scope: ProjectScope, id: number): Promise<Row> {
  const [row] = await db
    .select()
    .from(services)
    .where(and(eq(services.id, id), eq(services.project_id, scope.project_id)))
  if (!row) throw notFound()
  return row
}

/** @throws Refusal 404 when it isn't the project's */
export async function serviceOf(db: Db, scope: ProjectScope, id: number): Promise<Service> {
  return shown(await rowOf(db, scope, id), scope)
}

/** How many services of a project can be booked now. */
export const activeServices = (db: Db, project_id: number): Promise<number> =>
  db.$count(services, and(eq(services.project_id, project_id), eq(services.status, 'active')))

/** Active services of the active projects that somebody owns, the oldest first: what their plan's limit counts. */
export const countedOf = (db: Db, user_id: number): Promise<{ id: number; name: string; of: string }[]> =>
  db
    .select({
      id: services.id,
      name: services.title,
      of: sql<string>`coalesce(${music_projects.name}, '')`,
    })
    .from(services)
    .innerJoin(music_projects, eq(music_projects.id, services.project_id))
    .where(
      and(
        eq(music_projects.owner_id, user_id),
        eq(music_projects.status, 'active'),
        eq(services.status, 'active'),
      ),
    )
    .orderBy(asc(services.id))
