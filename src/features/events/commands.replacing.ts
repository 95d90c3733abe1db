import { Refusal } from '#core/contract/errors.ts'
import type { Work } from '#core/server/app.ts'
import { lockOrder } from '#features/hiring/journey/commands.ts'
import { sendRequests } from '#features/hiring/talent/commands.scout.ts'
import { notify } from '#features/notifications/commands.ts'
import { ownersOf } from '#features/projects/queries.ts'
import { callBackups } from './commands.backups.ts'
import type { Replacements } from './contract.replacing.ts'
import { hostedEvent, lostOf, replacementsOf } from './queries.replacing.ts'
import { answerUntil } from './rules.replacing.ts'
import { isOver } from './rules.ts'

/**
 * Asks a musician to play what was lost of an event: a request like any other, whose answer brings a quote and an
 * agreement. The order stays where it is; for one moment one is asked at a time.
 * @param found of `replacementsFor`
 * @throws Refusal 404; 409 when the event is over, `events.not_lost` when somebody plays the moment,
 * `events.replacement_asked` while somebody else is asked, `events.too_late_to_ask`; 422 for who can't play it
 */
export async function askInPlace(
  work: Work,
  viewer: { id: number },
  event_id: number,
  { project_id, slot_ids }: { project_id: number; slot_ids: readonly number[] },
  found: Replacements,
): Promise<Replacements> {
  const { order_id } = await hostedEvent(work.db, viewer, event_id)
  const order = await lockOrder(work, order_id)
  // As it is now that nobody else changes it.
  const event = await hostedEvent(work.db, viewer, event_id)
  if (isOver(event.state)) throw new Refusal(409, 'events.over')
  const lost = await lostOf(work.db, order)
  const wanted = [...new Set(slot_ids)].map((slot_id) => {
    const moment = lost.find((one) => one.slot_id === slot_id)
    if (!moment) throw new Refusal(409, 'events.not_lost')
    if (moment.asked) throw new Refusal(409, 'events.replacement_asked')
    const known = found.moments.find((one) => one.slot_id === slot_id)
    const candidate = known?.candidates.find((one) => one.project_id === project_id)
    if (!candidate)
      throw new Refusal(422, 'common.invalid', {
        fields: { project_id: { key: 'validation.not_a_candidate' } },
      })
    return { slot_id, service_id: candidate.service_id, from: moment.starts_at, to: moment.ends_at }
  })
  const first = Math.min(...wanted.map(({ from }) => Date.parse(from)))
  const until = answerUntil(new Date(first).toISOString(), work.now)
  if (!until) throw new Refusal(409, 'events.too_late_to_ask')
  const owner_id = (await ownersOf(work.db, [project_id])).get(project_id) ?? 0
  const asked = wanted.map((one) => ({ ...one, project_id, owner_id }))
  notify(work, await sendRequests(work, order, asked, { until, message: '' }))
  await callBackups(work, event_id, project_id, slot_ids)
  const known = new Map(found.moments.map((one) => [one.slot_id, one.candidates]))
  return replacementsOf(order, await lostOf(work.db, order), ({ slot_id }) => known.get(slot_id) ?? [])
}
