import { and, eq } from 'drizzle-orm'
import type { Work } from '#core/server/app.ts'
import { contracts } from '#features/contracts/table.ts'
import { lockOrder } from '#features/hiring/journey/commands.ts'
import { notify } from '#features/notifications/commands.ts'
import { music_projects } from '#features/projects/table.ts'
import { eventSteps } from './commands.lifecycle.ts'
import { eventFor, toHost } from './commands.risk.ts'
import { balancesOf } from './queries.money.ts'
import { standingOf } from './queries.risk.ts'
import { isAtRisk } from './rules.replacing.ts'
import { isOver, PAID_ITEM } from './rules.ts'
import { checklist_items, events } from './table.ts'

/**
 * A balance of an event's agreements is late, or was confirmed: a late one puts the event at risk, and it isn't any more
 * once none is late and nobody is missing. The item on the host's list is done when all are confirmed.
 */
export async function followBalance(
  work: Work,
  { order_id, contract_id }: { order_id: number; contract_id: number },
): Promise<void> {
  const order = await lockOrder(work, order_id)
  const event = await eventFor(work, order_id)
  if (!event || isOver(event.state)) return
  const { open, late } = await balancesOf(work.db, order_id, work.now)
  await work.db
    .update(checklist_items)
    .set({ done_at: open === 0 ? work.now.toISOString() : null })
    .where(and(eq(checklist_items.event_id, event.id), eq(checklist_items.key, PAID_ITEM)))
  if (late === 0) {
    if (event.state === 'at_risk' && !isAtRisk(await standingOf(work.db, order_id)))
      await eventSteps.takeAll(work, eq(events.id, event.id), 'recover', 'system')
    return
  }
  // Once it has begun it is played, and the money is between the two.
  if (work.now.getTime() >= Date.parse(event.starts_at)) return
  const [risked] = await eventSteps.takeAll(work, eq(events.id, event.id), 'risk', 'system')
  if (!risked) return
  const [artist] = await work.db
    .select({ name: music_projects.name })
    .from(contracts)
    .innerJoin(music_projects, eq(music_projects.id, contracts.project_id))
    .where(eq(contracts.id, contract_id))
  notify(work, [
    {
      ...toHost(order, event, contract_id, {
        ...(artist?.name ? { project_name: artist.name } : {}),
        voice: 'balance',
      }),
      // The letter about the balance says it too.
      hasLetter: true,
    },
  ])
}
