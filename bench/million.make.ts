import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import pg from 'pg'
import type { PostgresSettings } from '#core/server/postgres.ts'
import { users } from '#features/accounts/table.ts'
import {
  availability_exceptions,
  availability_rules,
  availability_settings,
  busy_times,
} from '#features/availability/table.ts'
import { instruments } from '#features/instruments/table.ts'
import { music_projects, project_members } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'

/** Tables that are multiplied, and the columns that hold ids: all of them are moved by the same stride. */
const MULTIPLIED: readonly [PgTable, readonly string[]][] = [
  [users, ['id']],
  [music_projects, ['id', 'owner_id']],
  [project_members, ['id', 'project_id', 'user_id']],
  [services, ['id', 'project_id']],
  [availability_settings, ['project_id']],
  [availability_rules, ['id', 'project_id']],
  [availability_exceptions, ['id', 'project_id']],
  [busy_times, ['id', 'project_id', 'user_id']],
  [instruments, ['id', 'project_id', 'owner_id']],
]

/** Towns that aren't in the list of places, as people wrote them: these have no point on the map. */
export const WRITTEN_TOWNS = ['Salcajá', 'Zunil', 'Patzún', 'Tecpán'] as const
const WRITTEN = '(t.id + k) % 50 = 3'

/** What differs from copy to copy, by table and column; `k` is the copy's number, `t` the row that is copied. */
const CHANGED: Record<string, Record<string, string>> = {
  users: { email: "k || '.' || t.email" },
  music_projects: {
    // Around the same town, but not in the same house.
    lat: `case when ${WRITTEN} then null else t.lat + (random() - 0.5) * 0.05 end`,
    lng: `case when ${WRITTEN} then null else t.lng + (random() - 0.5) * 0.05 end`,
    city: `case when ${WRITTEN} then (array['${WRITTEN_TOWNS.join("','")}'])[1 + t.id % ${WRITTEN_TOWNS.length}] else t.city end`,
    // Figures for the bench alone: copies have no reviews, whose rows elsewhere make every rating.
    rating: 'least(5, greatest(1, t.rating + (random() - 0.5) * 0.4))::real',
    rating_count: 'case when t.rating is null then 0 else t.rating_count + (random() * 20)::int end',
    reliability: 'least(1, greatest(0, t.reliability + (random() - 0.5) * 0.1))::real',
  },
  services: { price: 'round(t.price * (0.6 + random()) / 100) * 100' },
  busy_times: { subject: "t.subject || '.' || k" },
}

/** Ids of copies stay apart by this much: more than any table of the people that are copied has rows. */
const STRIDE = 100_000
const CHUNK = 20_000

/**
 * Multiplies the people of a database by SQL alone, until there are about `size` projects. Indexes are built afterwards,
 * and what the search sees is written by the function that always writes it.
 */
export async function multiply(settings: PostgresSettings, size: number, say: (line: string) => void) {
  const client = new pg.Client(settings)
  await client.connect()
  try {
    await client.query("set session_replication_role = replica; set maintenance_work_mem = '1GB'")
    await client.query('set synchronous_commit = off; set max_parallel_maintenance_workers = 2')
    await client.query("select setseed(0.42), set_config('jit', 'off', false)")
    const { rows: counted } = await client.query<{ people: number }>(
      'select count(*)::int as people from music_projects',
    )
    const copies = Math.round(size / (counted[0]?.people ?? 1)) - 1
    const later = await takenOff(client, [
      ...MULTIPLIED.map(([table]) => getTableName(table)),
      ...(await searchTables(client)),
    ])
    for (const [table, ids] of MULTIPLIED) {
      const begun = performance.now()
      const name = getTableName(table)
      const { rows: columns } = await client.query<{ name: string }>(
        `select attname as name from pg_attribute
         where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
        [name],
      )
      const list = columns.map((column) => `"${column.name}"`).join(', ')
      const values = columns
        .map((column) =>
          ids.includes(column.name)
            ? `t."${column.name}" + k * ${STRIDE}`
            : (CHANGED[name]?.[column.name] ?? `t."${column.name}"`),
        )
        .join(', ')
      const { rowCount } = await client.query(
        `insert into ${name} (${list}) overriding system value
         select ${values} from ${name} t cross join generate_series(1, ${copies}) k`,
      )
      say(`  ${name.padEnd(24)} ${String(rowCount).padStart(9)} rows ${seconds(begun)}`)
      if (ids.includes('id'))
        await client.query(`select setval(pg_get_serial_sequence('${name}', 'id'), max(id)) from ${name}`)
    }
    await again(client, later, (sql) => !sql.includes('_search'), say)
    await client.query('analyze')
    await seen(client, settings, say)
    await again(client, later, (sql) => sql.includes('_search'), say)
    const begun = performance.now()
    await client.query('vacuum analyze')
    say(`  vacuum analyze ${seconds(begun)}`)
  } finally {
    await client.end()
  }
}

/** Tables that refresh_project_search writes. */
async function searchTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relname like 'project_search%'`,
  )
  return rows.map(({ name }) => name)
}

/** Drops what slows a load down, indexes and exclusion constraints, and answers how it is made again. */
async function takenOff(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ drop: string; make: string }>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
        format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
      from pg_constraint where contype = 'x' and conrelid::regclass::text = any($1)
      union all
      select format('drop index %I', indexname), indexdef from pg_indexes
      where tablename = any($1) and not exists (select 1 from pg_constraint where conname = indexname)`,
    [tables],
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ make }) => make)
}

async function again(
  client: pg.Client,
  definitions: string[],
  which: (definition: string) => boolean,
  say: (line: string) => void,
) {
  for (const definition of definitions.filter(which)) {
    const begun = performance.now()
    await client.query(definition)
    say(`  ${definition.slice(0, 70).padEnd(70)} ${seconds(begun)}`)
  }
}

/** Writes what the search sees of everybody, over two connections. */
async function seen(client: pg.Client, settings: PostgresSettings, say: (line: string) => void) {
  const begun = performance.now()
  await client.query('truncate project_search cascade')
  const { rows } = await client.query<{ ids: string }>(
    `select array_agg(id)::text as ids from (
       select id, (row_number() over (order by id) - 1) / ${CHUNK} as part from music_projects) p
     group by part`,
  )
  await Promise.all(
    [0, 1].map(async () => {
      const worker = new pg.Client(settings)
      await worker.connect()
      try {
        await worker.query('set synchronous_commit = off; set session_replication_role = replica')
        for (let row = rows.pop(); row; row = rows.pop())
          await worker.query('select refresh_project_search($1::bigint[])', [row.ids])
      } finally {
        await worker.end()
      }
    }),
  )
  say(`  what the search sees ${seconds(begun)}`)
}

const seconds = (begun: number) => `${((performance.now() - begun) / 1000).toFixed(1)} s`
