import { and, eq, isNull } from 'drizzle-orm'
import { subject } from '#core/contract/subject.ts'
import type { Work } from '#core/server/app.ts'
import { notify } from '#features/notifications/commands.ts'
import { eventParams } from '#features/notifications/rules.ts'
import { ownersOf } from '#features/projects/queries.ts'
import { othersWhoPlay } from './queries.risk.ts'
import { UPCOMING } from './rules.ts'
import { events } from './table.ts'

/** An event that was confirmed without its street has it now: it stands on its sheet, and who plays there is told. */
export async function placeEvent(work: Work, order_id: number, address: string): Promise<void> {
  const [event] = await work.db
    .update(events)
    .set({ place: address })
    .where(and(eq(events.order_id, order_id), isNull(events.place)))
    .returning()
  if (!event || !UPCOMING.includes(event.state)) return
  const owners = await ownersOf(work.db, await othersWhoPlay(work.db, event.id, null))
  notify(
    work,
    [...new Set(owners.values())].map((user_id) => ({
      user_id,
      type: 'TALENT_AVAILABILITY_CONFIRMED',
      subject: subject('event', event.id, { kind: 'place', id: 1 }),
      value: subject('event', event.id),
      params: { ...eventParams(event), date: event.starts_at, zone: event.zone, voice: 'place' },
    })),
  )
}
