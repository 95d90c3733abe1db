import { eq } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { notify } from '#features/notifications/commands.ts'
import { eventParams } from '#features/notifications/rules.ts'
import { ownersOf } from '#features/projects/queries.ts'
import { othersWhoPlay } from './queries.risk.ts'
import { UPCOMING } from './rules.ts'
import { events } from './table.ts'

/**
 * The street of an event was said once it was confirmed, or put right: it stands on its sheet, and who plays there is told
 * each time.
 * @param placed.revision rises with each
 */
export async function placeEvent(
  work: Work,
  { order_id, address, revision }: { order_id: number; address: string; revision: number },
): Promise<void> {
  const [event] = await work.db.select().from(events).where(eq(events.order_id, order_id)).for('update')
  if (!event || event.place === address) return
  await work.db.update(events).set({ place: address }).where(eq(events.id, event.id))
  if (!UPCOMING.includes(event.state)) return
  const owners = await ownersOf(work.db, await othersWhoPlay(work.db, event.id, null))
  notify(
    work,
    [...new Set(owners.values())].map((user_id) => ({
      user_id,
      type: 'TALENT_AVAILABILITY_CONFIRMED',
      subject: subject('event', event.id, { kind: 'place', id: 1 }),
      version: revision,
      value: subject('event', event.id),
      params: {
        ...eventParams(event),
        date: event.starts_at,
        zone: event.zone,
        voice: event.place ? 'place_changed' : 'place',
      },
    })),
  )
}
