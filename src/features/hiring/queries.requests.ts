import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm'
import type { Subject } from '#core/contract/subject.ts'
import type { Db } from '#core/server/db.ts'
import { music_projects } from '#features/projects/table.ts'
import { services } from '#features/services/table.ts'
import type { OrderRequest } from './contract.ts'
import { OPEN } from './rules.requests.ts'
import { requests } from './table.ts'

/* ---------------------------------------------------------------- holds */

/** What the time of a project is promised for: one promise an order and project, over all its slots. */
export const holdSubject = (order_id: number, project_id: number): Subject =>
  `order:${order_id}/project:${project_id}`

/** Orders with requests whose time to answer has passed. */
export async function ordersToExpireIn(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .selectDistinct({ order_id: requests.order_id })
    .from(requests)
    .where(and(eq(requests.status, 'asked'), lte(requests.reply_by, now.toISOString())))
    .orderBy(asc(requests.order_id))
    .limit(200)
  return rows.map(({ order_id }) => order_id)
}

/* ---------------------------------------------------------------- reading */

/** Every request of an order, newest first. */
export async function requestsOfOrder(db: Db, order_id: number): Promise<OrderRequest[]> {
  return db
    .select({
      id: requests.id,
      slot_id: requests.slot_id,
      project_id: requests.project_id,
      project_name: music_projects.name,
      profile_image: music_projects.profile_image,
      service_title: services.title,
      status: requests.status,
      reason: requests.reason,
      message: requests.message,
      sent_at: requests.sent_at,
      reply_by: requests.reply_by,
      answered_at: requests.answered_at,
    })
    .from(requests)
    .innerJoin(music_projects, eq(music_projects.id, requests.project_id))
    .innerJoin(services, eq(services.id, requests.service_id))
    .where(eq(requests.order_id, order_id))
    .orderBy(sql`${requests.id} desc`)
}

/** Whether somebody was ever asked for this version of a service and the request still stands or was accepted. */
export async function isServiceAsked(db: Db, service_id: number): Promise<boolean> {
  const [asked] = await db
    .select({ id: requests.id })
    .from(requests)
    .where(and(eq(requests.service_id, service_id), inArray(requests.status, OPEN)))
    .limit(1)
  return asked !== undefined
}
