import { sql } from 'drizzle-orm'
import { DAY } from '#core/contract/time.ts'
import type { Db } from '#core/server/db.ts'
import { ASPECTS } from '#features/reviews/contract.ts'
import { reviews } from '#features/reviews/table.ts'
import type { EventType } from '#features/services/contract.ts'
import { chance } from './random.ts'
import { ANSWERS, SAID } from './words.reviews.ts'

/** A project, how good it is (3.6 to 5) and by how many that was said. */
export interface Reviewed {
  project_id: number
  quality: number
  count: number
}

const AFTER: readonly EventType[] = [
  ...(['wedding', 'wedding', 'wedding', 'birthday', 'birthday', 'corporate', 'corporate'] as const),
  ...(['restaurant_bar', 'private_party', 'quinceanera', 'religious', 'cultural', 'festival'] as const),
]

/**
 * Writes what invented clients said of invented people before the demo begins: the rows that their ratings come of. All in
 * one statement, since there are thousands; a chance of its own, so that the people stay who they are.
 */
export async function makeReviews(
  db: Db,
  acts: readonly Reviewed[],
  clients: readonly number[],
  now: Date,
): Promise<void> {
  const c = chance(20_261_125)
  const rows = acts.flatMap(({ project_id, quality, count }) =>
    Array.from({ length: count }, () => {
      const revealed = now.getTime() - c.between(150, 320) * DAY - c.between(0, DAY)
      // Few say less than they mean: marks lie around the quality, and below it more rarely the better somebody is.
      const mark = () => Math.min(5, Math.max(1, Math.round(quality + c.next() * 1.5 - 0.75)))
      const marks = Object.fromEntries(ASPECTS.map((aspect) => [aspect, mark()]))
      const said = SAID[marks.satisfaction === 5 ? 'best' : marks.satisfaction === 4 ? 'good' : 'mixed']
      const isAnswered = c.yes(0.15)
      return {
        project_id,
        client_id: c.pick(clients),
        ...marks,
        text: c.yes(0.7) ? c.pick(said) : '',
        event_type: c.pick(AFTER),
        played_on: new Date(revealed - 12 * DAY).toISOString().slice(0, 10),
        written_at: new Date(revealed - DAY).toISOString(),
        revealed_at: new Date(revealed).toISOString(),
        answer: isAnswered ? c.pick(ANSWERS) : null,
        answered_at: isAnswered ? new Date(revealed + DAY).toISOString() : null,
      }
    }),
  )
  await db.execute(sql`
    insert into ${reviews} (side, project_id, hunter_id, author_id, satisfaction, professionalism, communication,
      punctuality, text, event_type, city, played_on, written_at, revealed_at, answer, answered_by, answered_at)
    select 'hunter', r.project_id, r.client_id, r.client_id, r.satisfaction, r.professionalism, r.communication,
      r.punctuality, r.text, r.event_type, p.city, r.played_on, r.written_at, r.revealed_at, r.answer,
      case when r.answer is not null then p.owner_id end, r.answered_at
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (project_id bigint, client_id bigint,
        satisfaction smallint, professionalism smallint, communication smallint, punctuality smallint, text text,
        event_type text, played_on date, written_at timestamptz, revealed_at timestamptz, answer text,
        answered_at timestamptz)
      join music_projects p on p.id = r.project_id
    order by r.revealed_at`)
}
