import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#app/server/testing.ts'
import type { Db } from '#core/server/db.ts'
import { availability_exceptions } from '#features/availability/table.ts'
import { services } from '#features/services/table.ts'
import { NOW, teacher } from '../scene.fixture.ts'
import { lesson_offers } from '../table.offers.ts'

/* What the search for a teacher sees is kept by what is written elsewhere, also by two at once. */

let t: TestApp
beforeAll(async () => {
  t = await testApp({ now: NOW })
})
afterAll(() => t?.close())

test('a day that is opened while its lesson comes to be offered is seen, whoever of the two is done first', async () => {
  const { service_id } = await teacher(t, { instrument: 'trumpet' })
  const its = eq(services.id, service_id)
  const [{ project_id } = { project_id: 0 }] = await t.db.select().from(services).where(its)
  const offered = (db: Db) => db.update(services).set({ status: 'active' }).where(its)
  const opened = (db: Db) =>
    db.insert(availability_exceptions).values({
      ...{ project_id, kind: 'available', during: '[2026-02-06T02:00:00Z,2026-02-06T03:00:00Z)' },
    })
  const waits = async () => {
    const { rows } = await t.db.execute(sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    expect(rows).toHaveLength(1)
  }
  for (const [first, second] of [
    [offered, opened],
    [opened, offered],
  ] as const) {
    await t.db.update(services).set({ status: 'inactive' }).where(its)
    await t.db.delete(availability_exceptions).where(eq(availability_exceptions.project_id, project_id))
    let other: Promise<unknown> | undefined
    await t.db.transaction(async (tx) => {
      await first(tx)
      other = second(t.db).execute()
      // Until it is done, or waits for this one.
      await Promise.race([other, vi.waitFor(waits, { timeout: 10_000 })])
    })
    await other
    const [seen] = await t.db.select().from(lesson_offers).where(eq(lesson_offers.service_id, service_id))
    expect(seen?.opens).toContain('2026-02-06 02:00')
  }
})
