import { and, eq, sql } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import { notify } from '#features/notifications/commands.ts'
import { eventParams } from '#features/notifications/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import type { StopNews } from '../journey/commands.telling.ts'
import { orders, requests } from '../table.ts'
import { beginsAt } from './queries.ts'

/** Why requests close that whoever was asked is told of where the bell is, and as what. */
const TOLD: Partial<Record<string, StopNews>> = {
  order_cancelled: 'cancelled',
  order_postponed: 'postponed',
  order_expired: 'expired',
}

/** Tells whoever was asked that the event is off, for now or for good; a letter tells it too. */
export async function tellClosed(work: Work, request_id: number, reason: string): Promise<void> {
  const news = TOLD[reason]
  if (news) await tellAsked(work, request_id, news)
}

/** Whoever was told that an event was put off, and wasn't asked for it again: it is called off now. */
export const tellCalledOff = (work: Work, request_id: number): Promise<void> =>
  tellAsked(work, request_id, 'called_off')

/** What it is, where and when, not the hunter's own words. */
async function tellAsked(work: Work, request_id: number, news: StopNews | 'called_off'): Promise<void> {
  const [facts] = await work.db
    .select({
      owner_id: music_projects.owner_id,
      type: orders.type,
      city: orders.city,
      date: beginsAt(outer(requests.id)),
      zone: orders.zone,
    })
    .from(requests)
    .innerJoin(orders, eq(orders.id, requests.order_id))
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .where(eq(requests.id, request_id))
  if (!facts) return
  const { owner_id, type, city, date, zone } = facts
  notify(work, [
    {
      user_id: owner_id,
      type: 'SCOUTING_INITIATED',
      subject: subject('request', request_id, { kind: news, id: 1 }),
      value: String(request_id),
      params: { ...eventParams({ type, city }), date, zone, voice: news },
      hasLetter: true,
    },
  ])
}

/** The last request of each project in an order whose last word was that the event was put off. */
export async function leftWaiting(work: Work, order_id: number): Promise<number[]> {
  const rows = await work.db
    .select({ id: requests.id })
    .from(requests)
    .where(
      and(
        eq(requests.order_id, order_id),
        eq(requests.status, 'closed'),
        eq(requests.reason, 'order_postponed'),
        sql`not exists (select from ${requests} later where later.order_id = ${outer(requests.order_id)}
          and later.project_id = ${outer(requests.project_id)} and later.id > ${outer(requests.id)})`,
      ),
    )
    .orderBy(requests.id)
  return rows.map(({ id }) => id)
}
