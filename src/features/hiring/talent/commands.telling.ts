import { and, eq, inArray, sql } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { outer } from '#core/server/columns.ts'
import { extensionPoint, gather } from '#core/server/events.ts'
import { users } from '#features/accounts/table.ts'
import { notify } from '#features/notifications/commands.ts'
import { eventParams } from '#features/notifications/rules.ts'
import { music_projects } from '#features/projects/table.ts'
import type { StopNews } from '../journey/commands.telling.ts'
import { orders, requests } from '../table.ts'
import { beginsAt, isLeftWaiting } from './queries.ts'

/** Why requests close that whoever was asked is told of where the bell is, and as what. */
const TOLD: Partial<Record<string, StopNews>> = {
  order_cancelled: 'cancelled',
  order_postponed: 'postponed',
  order_expired: 'expired',
}

/** Tells whoever was asked that the event is off, for now or for good; a letter tells it too. */
export async function tellClosed(work: Work, request_id: number, reason: string): Promise<void> {
  const news = TOLD[reason]
  if (news) await tellAsked(work, [request_id], news)
}

/**
 * Which projects know what the hunter calls their event: the features above answer of their agreements. Whoever does is
 * told of the event by that name, whatever tells it.
 */
export const titleKnown = extensionPoint<
  { order_id: number; project_ids: readonly number[] },
  readonly number[]
>('order.title_known')

/**
 * Tells whoever was asked what has become of the event: what it is, where and when; the hunter's own words for it only to
 * whoever knows them.
 * @param request_ids of one order
 * @param news `called_off`, `lapsed`: of one that had been put off, that it was cancelled, or its day came without a new one
 */
export async function tellAsked(
  work: Work,
  request_ids: readonly number[],
  news: StopNews | 'called_off' | 'lapsed',
): Promise<void> {
  if (request_ids.length === 0) return
  const rows = await work.db
    .select({
      id: requests.id,
      order_id: orders.id,
      project_id: music_projects.id,
      owner_id: music_projects.owner_id,
      title: orders.title,
      // Who erases their account takes along what they called it.
      is_erased: sql<boolean>`coalesce(${users.delete_at} <= ${work.now.toISOString()}::timestamptz, false)`,
      type: orders.type,
      city: orders.city,
      date: beginsAt(outer(requests.id)),
      zone: orders.zone,
    })
    .from(requests)
    .innerJoin(orders, eq(orders.id, requests.order_id))
    .innerJoin(users, eq(users.id, orders.hunter_id))
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .where(inArray(requests.id, [...request_ids]))
    .orderBy(requests.id)
  const [first] = rows
  if (!first) return
  const project_ids = rows.map(({ project_id }) => project_id)
  const known = (await gather(work, titleKnown, { order_id: first.order_id, project_ids })).flat()
  const titleFor = ({ project_id, is_erased, title }: (typeof rows)[number]) =>
    known.includes(project_id) && !is_erased ? title : null
  notify(
    work,
    rows.map((row) => ({
      user_id: row.owner_id,
      type: 'SCOUTING_INITIATED' as const,
      subject: subject('request', row.id, { kind: news, id: 1 }),
      value: String(row.id),
      params: {
        ...eventParams({ title: titleFor(row), type: row.type, city: row.city }),
        ...{ date: row.date, zone: row.zone, voice: news },
      },
      hasLetter: true,
    })),
  )
}

/** The last request of each project in an order whose last word was that the event was put off. */
export async function leftWaiting(work: Work, order_id: number): Promise<number[]> {
  const rows = await work.db
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(requests.order_id, order_id), isLeftWaiting))
    .orderBy(requests.id)
  return rows.map(({ id }) => id)
}
