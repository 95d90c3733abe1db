import { suitingOf } from '#features/directory/queries.match.ts'
import { attemptOf, matchSlot } from '../talent/queries.match.ts'
import { type Asking, inTurn, ownState, stampOf } from '../talent/queries.matching.ts'
import { type Attempt, leftOf } from '../talent/rules.attempt.ts'
import { fitOf } from '../talent/rules.fit.ts'
import { additionAt } from './rules.ts'

/** A moment that somebody passes every hard rule of, with what they would be as its candidate. */
export type Suited = Awaited<ReturnType<typeof suitedIn>>[number]

/** What somebody is to the open moments of an order: found before anything is locked, as a matching is. */
export interface Addition {
  /** The state of the order that it was found for. */
  stamp: string
  suited: Suited[]
}

/**
 * Finds the open moments that a musician suits: of the approved plan, or of either variant before that.
 * @returns null where adding them takes no matching: the command says what it does instead
 * @throws Refusal 404 when the order isn't the caller's, 503 `common.busy`
 */
export async function additionToPrepare(
  reading: Asking,
  viewer: { id: number },
  order_id: number,
  musician: number,
): Promise<Addition | null> {
  const isMatched = ({ stage }: { stage: Parameters<typeof additionAt>[0] }) =>
    ['planned', 'candidate'].includes(additionAt(stage) ?? '')
  // Where nothing is matched nobody waits for a turn.
  if (!isMatched((await ownState(reading.db, viewer, order_id)).order)) return null
  return inTurn(reading, viewer, async () => {
    const { order, state } = await ownState(reading.db, viewer, order_id)
    const addition = additionAt(order.stage)
    if (addition !== 'planned' && addition !== 'candidate') return null
    const plans =
      addition === 'planned' ? state.plans.map(({ id }) => id) : order.plan_id ? [order.plan_id] : []
    const attempts: Attempt[] = []
    for (const id of plans) attempts.push(await attemptOf(reading, order, id, state.open))
    return { stamp: stampOf(order, state), suited: await suitedIn(reading, attempts, musician) }
  })
}

async function suitedIn({ db, now }: Asking, attempts: readonly Attempt[], musician: number) {
  const open = attempts.flatMap((attempt) => {
    const left = leftOf(attempt)
    return attempt.moments
      .filter(({ slot_id }) => !attempt.covered.has(slot_id))
      .map((moment) => {
        const declined = attempt.declined.get(moment.slot_id) ?? []
        return { attempt, moment, slot: matchSlot(moment, attempt.brief, { left, declined }) }
      })
  })
  const found = await suitingOf(
    db,
    open.map(({ slot }) => slot),
    musician,
    attempts[0]?.reach ?? [],
    now,
  )
  return open.flatMap(({ attempt, moment }, at) => {
    const one = found[at]
    if (!one) return []
    const { currency } = attempt.brief.budget
    const { service_id, price, distance_km, free } = one
    return [
      {
        slot_id: moment.slot_id,
        service_id,
        price,
        distance_km,
        free,
        ...fitOf(one, { ...moment, currency }, now),
      },
    ]
  })
}
