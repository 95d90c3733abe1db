import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, index, jsonb, pgTable, smallint, text, unique } from 'drizzle-orm/pg-core'
import { created_at, id, instant, money, ref } from '#core/server/columns.ts'
import { events } from '#features/events/table.ts'
import { orders } from '#features/hiring/table.ts'
import { music_projects } from '#features/projects/table.ts'
import type { HostAnswers } from './contract.ts'

/** When somebody was asked, how often again, and when they sent what they answered. */
const askedColumns = {
  asked_at: instant().notNull(),
  /** Last nudge that was sent: 0 none, 1 and 2 as in rules.ts. */
  nudges: smallint().notNull().default(0),
  sent_at: instant(),
}
const isToNudge = sql`sent_at is null and nudges < 2`

/** What the host says of an event: a draft until it is sent. */
export const host_surveys = pgTable(
  'host_surveys',
  {
    id: id(),
    event_id: ref()
      .notNull()
      .unique('one_host_survey')
      .references(() => events.id, { onDelete: 'cascade' }),
    nps: smallint(),
    satisfaction: jsonb().$type<HostAnswers['satisfaction']>().notNull().default([]),
    actual: doublePrecision(),
    /** Minor units of the order's currency. */
    declared: money(),
    punctuality: jsonb().$type<HostAnswers['punctuality']>().notNull().default([]),
    comment: text().notNull().default(''),
    ...askedColumns,
  },
  (t) => [index('hosts_to_nudge').on(t.asked_at).where(isToNudge)],
)

/** What each project that played says of it. */
export const musician_surveys = pgTable(
  'musician_surveys',
  {
    id: id(),
    event_id: ref()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    project_id: ref()
      .notNull()
      .references(() => music_projects.id, { onDelete: 'cascade' }),
    mark: smallint(),
    as_agreed: boolean(),
    comment: text().notNull().default(''),
    ...askedColumns,
  },
  (t) => [
    unique('one_musician_survey').on(t.event_id, t.project_id),
    index('surveys_of_project').on(t.project_id, t.id),
    index('musicians_to_nudge').on(t.asked_at).where(isToNudge),
  ],
)

/** What is told after the results of an order, each thing once. */
export const follow_ups = pgTable(
  'follow_ups',
  {
    order_id: ref()
      .primaryKey()
      .references(() => orders.id, { onDelete: 'cascade' }),
    results_at: instant().notNull(),
    /** When it was last looked whether there is enough to compare it with. */
    looked_at: instant(),
    /** When the benchmark was told; none: it wasn't. */
    benchmarked_at: instant(),
    /** When the recommendations were told, or there were none: nothing is told after them. */
    recommended_at: instant(),
  },
  (t) => [index('to_follow_up').on(t.results_at).where(sql`recommended_at is null`)],
)

/** Links by which anybody reads the results of an event: one each. */
export const result_links = pgTable('result_links', {
  id: id(),
  event_id: ref()
    .notNull()
    .unique('one_result_link')
    .references(() => events.id, { onDelete: 'cascade' }),
  /** Its key is in the link alone. */
  token_hash: text().notNull().unique(),
  with_money: boolean().notNull(),
  created_at: created_at(),
})
