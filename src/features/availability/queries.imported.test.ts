import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#core/server/testing.ts'
import { importedOf } from './queries.ts'

/* A month by other calendars reads what is theirs whom it is about, however much there is of everybody else. */

const PEOPLE = 300
const EACH = 100
const [FROM, TO] = ['2026-05-01T06:00:00Z', '2026-06-01T06:00:00Z']

let database: Awaited<ReturnType<typeof testDatabase>>
let band: number

beforeAll(async () => {
  database = await testDatabase()
  const { db } = database
  await db.execute(sql`
    with people as (
      insert into users (name, email, account_type, terms_accepted_at)
      select 'Alguien ' || n, 'alguien' || n || '@tarima.test', 'MUSICIAN', now()
      from generate_series(1, ${PEOPLE}::int) n returning id
    ), own as (
      insert into music_projects (name, owner_id, project_type) select 'Propio', id, 'INDIVIDUAL' from people returning id
    )
    insert into imported_times (project_id, during, subject)
    select own.id, tstzrange(at, at + interval '1 hour'), 'calendar:' || own.id
    from own cross join lateral (
      select ${FROM}::timestamptz + n * interval '7 hours' as at from generate_series(0, ${EACH}::int - 1) n) times`)
  const { rows } = await db.execute<{ id: number }>(sql`
    with band as (
      insert into music_projects (name, owner_id, project_type) select 'Banda', min(id), 'GROUP' from users returning id
    )
    insert into project_members (project_id, user_id, role, required)
    select band.id, u.id, 'COLLABORATOR', true from band, (select id from users order by id limit 3) u
    returning project_id as id`)
  band = rows[0]?.id ?? 0
  await db.execute(sql`vacuum analyze`)
})
afterAll(() => database.drop())

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

test('of a band are those of its three people, by index', async () => {
  const asked = importedOf(sql`${band}::bigint`, FROM, TO, 'required')
  const { rows } = await database.db.execute<{ 'QUERY PLAN': [{ Plan: Node }] }>(
    sql`explain (analyze, timing off, format json) ${asked}`,
  )
  const looks = nodesOf(rows[0]?.['QUERY PLAN'][0].Plan as Node).filter(
    (node) => node['Relation Name'] === 'imported_times',
  )
  expect(looks.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  const read = looks.reduce(
    (sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'],
    0,
  )
  expect(read).toBe(3 * EACH)
  // All three say the same.
  expect((await database.db.execute(asked)).rows).toHaveLength(EACH)
})

test('what lies between two of them is shown as free from a quarter of an hour on', async () => {
  const { db } = database
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into music_projects (name, owner_id, project_type) select 'Lleno', min(id), 'GROUP' from users returning id`)
  const id = rows[0]?.id ?? 0
  const spans = [
    ['09:00', '10:00'],
    ['10:14', '11:00'],
    // Two calendars say the same.
    ['10:30', '10:45'],
    ['11:16', '12:00'],
  ]
  for (const [from, to] of spans)
    await db.execute(sql`
      insert into imported_times (project_id, during, subject)
      values (${id}, tstzrange(${`2026-06-01T${from}:00Z`}, ${`2026-06-01T${to}:00Z`}), 'calendar:0')`)
  const shown = importedOf(sql`${id}::bigint`, '2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z', 'own')
  const { rows: times } = await db.execute(
    sql`select lower(i.during) as "from", upper(i.during) as "to" from (${shown}) i order by 1`,
  )
  expect(times).toEqual([
    { from: '2026-06-01T09:00:00.000Z', to: '2026-06-01T11:00:00.000Z' },
    { from: '2026-06-01T11:16:00.000Z', to: '2026-06-01T12:00:00.000Z' },
  ])
})
