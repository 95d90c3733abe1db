import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#core/server/db.ts'
import { ordersOf } from '#features/hiring/desk/queries.ts'
import { hunterHomeOf } from '#features/home/queries.hunter.ts'
import { musicHomeOf } from '#features/home/queries.ts'
import { type ProjectScope, projectScope } from '#features/projects/queries.ts'
import { receivedReviews } from '#features/reviews/queries.ts'
import { threadsOf } from '#features/threads/queries.ts'
import { statementsOf } from '../../../bench/statements.ts'
import { manyAfterwards, manyOrders } from './scenes/much.ts'
import { musicianOf } from './scenes/wedding.fixture.ts'
import { type Person, type TestApp, testApp } from './testing.ts'

/*
 * A person with much is served like one with little: whatever the first page of theirs asks reads the rows that it shows
 * and sums up, found by an index, however many there are besides. The plans of the statements say how many were read.
 */

const MANY = 5_000
/** Half a year of an order every eight hours, which is summed up by month; lists read less. */
const MOST = 700

/** Tables that grow with what somebody does. */
const GROWING =
  /^(orders|requests|plans|plan_moments|slots|request_moments|budgets|budget_moments|contracts|busy_times|events|receipts|review_rounds|thread_messages)$/

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Node[]
}

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)]

/** Rows of growing tables that a plan looked at, whether they passed or not. */
const rowsRead = (nodes: readonly Node[]): number =>
  nodes.reduce((sum, node) => {
    const looked =
      node['Actual Rows'] +
      (node['Rows Removed by Filter'] ?? 0) +
      (node['Rows Removed by Index Recheck'] ?? 0)
    return sum + looked * node['Actual Loops']
  }, 0)

let t: TestApp
let hunter: Person
let musician: Person
let scope: ProjectScope

beforeAll(async () => {
  t = await testApp()
  hunter = await t.person('TALENT_HUNTER')
  musician = await t.person('MUSICIAN')
  // Somebody else's orders lie among theirs.
  const others = [await t.person('TALENT_HUNTER'), await t.person('MUSICIAN')] as const
  for (const [ordering, playing] of [[hunter, musician], others] as const) {
    await musicianOf(t, playing.project_id ?? 0)
    const who = { hunter_id: ordering.id, user_id: playing.id, project_id: playing.project_id ?? 0 }
    await manyOrders(t.db, who, MANY)
    await manyAfterwards(t.db, who)
  }
  await t.db.execute(sql`vacuum analyze`)
  scope = await projectScope(t.db, musician, musician.project_id ?? 0)
}, 300_000)
afterAll(async () => {
  await t.close()
})

/** What each statement of a page's first question looked at in growing tables. */
async function looksOf(run: (db: Database) => Promise<unknown>) {
  const statements = await statementsOf(t.settings, run)
  const client = new pg.Client(t.settings)
  await client.connect()
  try {
    const looks = []
    for (const { text, values } of statements) {
      const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, values)
      const nodes = nodesOf(rows[0]['QUERY PLAN'][0].Plan).filter((node) =>
        GROWING.test(node['Relation Name'] ?? ''),
      )
      looks.push({ text, nodes, read: rowsRead(nodes) })
    }
    return looks
  } finally {
    await client.end()
  }
}

describe(`with ${MANY} orders`, () => {
  it.each<[string, (db: Database) => Promise<unknown>]>([
    ['the home of who hires', (db) => hunterHomeOf(db, hunter.id, t.clock.now())],
    ['the orders there', (db) => ordersOf({ db, now: t.clock.now() }, hunter.id, { when: 'open', limit: 4 })],
    ['a page of orders', (db) => ordersOf({ db, now: t.clock.now() }, hunter.id, { limit: 20 })],
    [
      'the home of who plays',
      (db) => musicHomeOf(db, scope, t.clock.now(), { only: false, active: scope.project_id }),
    ],
  ])('%s reads by index, and no more than it shows', async (_name, run) => {
    const looks = await looksOf(run)
    expect(looks.flatMap(({ nodes }) => nodes).length).toBeGreaterThan(0)
    for (const { text, nodes, read } of looks) {
      const scans = nodes.map((node) => `${node['Node Type']} ${node['Relation Name']}`)
      expect(
        scans.filter((scan) => scan.startsWith('Seq Scan')),
        text,
      ).toEqual([])
      expect(read, `${scans.join(', ')}\n${text}`).toBeLessThanOrEqual(MOST)
    }
  })

  it.each<[string, (db: Database, user_id: number) => Promise<unknown>]>([
    ['what is said of one', (db, id) => receivedReviews(db, id, { limit: 20 }, t.clock.now())],
    ['conversations', (db, id) => threadsOf(db, id, { limit: 20 })],
  ])('%s: both sides read a page of theirs, and a newcomer nobody’s', async (_name, run) => {
    const newcomer = await t.person('MUSICIAN')
    for (const [{ id }, most] of [
      [hunter, MOST],
      [musician, MOST],
      [newcomer, 0],
    ] as const)
      for (const { text, nodes, read } of await looksOf((db) => run(db, id))) {
        const scans = nodes.map((node) => `${node['Node Type']} ${node['Relation Name']}`)
        expect(read, `${scans.join(', ')}\n${text}`).toBeLessThanOrEqual(most)
      }
  })

  it('would be seen reading more: all of them, without an index', async () => {
    const [look] = await looksOf((db) =>
      db.execute(sql`select count(*) from orders where hunter_id = ${hunter.id} and title is null`),
    )
    expect(look?.read).toBeGreaterThanOrEqual(MANY)
  })
})
