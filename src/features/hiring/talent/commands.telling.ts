import { eq } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import { notify } from '#features/notifications/commands.ts'
import { music_projects } from '#features/projects/table.ts'
import { orders, requests } from '../table.ts'
import { beginsAt } from './queries.ts'

/** Why requests close that whoever was asked is told of where the bell is; a letter tells it too. */
const TOLD: readonly string[] = ['order_cancelled']

/** Tells whoever was asked that the event is off: place and date, not the hunter's own words. */
export async function tellClosed(work: Work, request_id: number, reason: string): Promise<void> {
  if (!TOLD.includes(reason)) return
  const [facts] = await work.db
    .select({
      owner_id: music_projects.owner_id,
      city: orders.city,
      date: beginsAt(outer(requests.id)),
      zone: orders.zone,
    })
    .from(requests)
    .innerJoin(orders, eq(orders.id, requests.order_id))
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .where(eq(requests.id, request_id))
  if (!facts) return
  const { owner_id, city, date, zone } = facts
  notify(work, [
    {
      user_id: owner_id,
      type: 'SCOUTING_INITIATED',
      subject: subject('request', request_id, { kind: 'cancelled', id: 1 }),
      value: String(request_id),
      params: { ...(city ? { order_name: city } : {}), date, zone, voice: 'cancelled' },
      hasLetter: true,
    },
  ])
}
