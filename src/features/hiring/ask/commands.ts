import { eq } from 'drizzle-orm'
import { type Problem, Refusal } from '#core/contract/errors.ts'
import { MINUTE } from '#core/contract/time.ts'
import type { Reading, Work } from '#core/server/app.ts'
import { Outdated, type Viewer } from '#core/server/route.ts'
import type { Message } from '#features/notifications/commands.ts'
import { insertOrder, rewriteBrief } from '../brief/commands.ts'
import type { Brief, BriefDraft, Score } from '../brief/contract.ts'
import { ENOUGH } from '../brief/rules.score.ts'
import { checkBrief, mergeBrief, spanOfBrief } from '../brief/rules.ts'
import { scored } from '../desk/queries.score.ts'
import { hunter } from '../journey/commands.ends.ts'
import { advance, advanceInTurn, lockOrder, lockOwnOrder } from '../journey/commands.ts'
import { type OrderRow, type OrderScope, SYSTEM } from '../journey/queries.ts'
import { canStep } from '../journey/rules.ts'
import { insertPlans } from '../plan/commands.ts'
import { candidates, slots } from '../table.ts'
import { sendRequests } from '../talent/commands.scout.ts'
import { closeRequests } from '../talent/commands.ts'
import { type Asking, inTurn } from '../talent/queries.matching.ts'
import { fitOf } from '../talent/rules.fit.ts'
import type { AskAgainBody, AskBody, AskProblem } from './contract.ts'
import { type Askable, askable } from './queries.ts'
import { briefOf, momentOf, moneyFor } from './rules.brief.ts'
import { replyUntil } from './rules.ts'

/* ---------------------------------------------------------------- whether they can be asked */

/** A musician who can be asked for an event, with the brief of it. */
interface Offer {
  found: Askable
  service: Askable['services'][number]
  price: number
  /** Until when they may answer. */
  until: Date
  draft: BriefDraft
  brief: Brief
}

/** How a problem is refused, and the field of the form that it is about. */
const REFUSAL_OF: Record<AskProblem, { code: string; field: string }> = {
  on_request: { code: 'hiring.ask_on_request', field: 'service_id' },
  too_far: { code: 'hiring.ask_too_far', field: 'city' },
  short_notice: { code: 'hiring.ask_short_notice', field: 'day' },
}

/** Fields of a brief as the form names them. */
const named = (fields: Record<string, Problem>) =>
  Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => [path.replace(/^[a-z]+\.(?=[a-z_]+$)/, ''), problem]),
  )

/**
 * Finds out whether somebody can be asked for an event, as it is now.
 * @param event the brief's part that says when and where
 * @param draftOf makes the brief of it
 * @throws Refusal 404 for whoever isn't there, 422 by field, `hiring.ask_on_request`, `hiring.ask_too_far` and
 * `hiring.ask_short_notice` when the service can't be had then or there
 * @throws Refusal 409 `hiring.ask_not_free` when they aren't free, `hiring.ask_price` when it costs something else now
 */
async function offerFor(
  reading: Pick<Reading, 'db' | 'now'>,
  { musician, service_id, price }: { musician: number; service_id: number; price: number },
  event: NonNullable<BriefDraft['event']>,
  draftOf: (found: Askable, service: Askable['services'][number]) => BriefDraft,
): Promise<Offer> {
  const { now } = reading
  const span = spanOfBrief({ event })
  const { lat, lng } = event
  const found = await askable(reading, musician, {
    span,
    minutes: span && (span.ends_at.getTime() - span.starts_at.getTime()) / MINUTE,
    point: typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null,
  })
  const service = found.services.find(({ id }) => id === service_id)
  if (!service)
    throw new Refusal(422, 'common.invalid', { fields: { service_id: { key: 'validation.option' } } })
  const draft = draftOf(found, service)
  const { brief, fields } = checkBrief(draft, now)
  if (!brief) throw new Refusal(422, 'common.invalid', { fields: named(fields) })
  const until = span && replyUntil(span.starts_at, now)
  const problem = service.problem ?? (until ? null : 'short_notice')
  if (problem || !until || service.price === null) {
    const { code, field } = REFUSAL_OF[problem ?? 'on_request']
    throw new Refusal(422, code, { fields: { [field]: { key: `errors.${code}` } } })
  }
  if (!found.project.free) throw new Refusal(409, 'hiring.ask_not_free')
  if (service.price !== price) throw new Refusal(409, 'hiring.ask_price')
  return { found, service, price, until, draft, brief }
}

/* ---------------------------------------------------------------- asking one */

const offerToAsk = (reading: Pick<Reading, 'db' | 'now'>, body: AskBody): Promise<Offer> =>
  offerFor(reading, body, body, (_, { currency }) => briefOf(body, { price: body.price, currency }))

/** The score of the brief that asking one musician makes. */
export interface PreparedAsk {
  draft: BriefDraft
  score: Score
}

/**
 * Scores the brief of an event for which one musician is asked, which asks the database a lot.
 * @returns null when they can't be asked: the command says why
 * @throws Refusal 503 `common.busy`
 */
export const askToPrepare = (reading: Asking, viewer: Viewer, body: AskBody): Promise<PreparedAsk | null> =>
  inTurn(reading, viewer, async () => {
    try {
      const { draft, brief } = await offerToAsk(reading, body)
      return { draft, score: await scored(reading, draft, brief) }
    } catch (error) {
      if (error instanceof Refusal) return null
      throw error
    }
  })

/**
 * Makes an order of one moment for a musician and asks them, and nobody else.
 * @param prepared of `askToPrepare`
 * @throws Refusal as `offerFor`; nothing is written then
 * @throws Outdated when the brief isn't the one that was scored
 */
export async function askMusician(
  work: Work,
  viewer: Viewer,
  body: AskBody,
  prepared: PreparedAsk | null,
): Promise<OrderScope> {
  const offer = await offerToAsk(work, body)
  if (JSON.stringify(prepared?.draft) !== JSON.stringify(offer.draft) || !prepared)
    throw new Outdated(409, 'hiring.moved_on')
  const { score } = prepared
  const { id } = await insertOrder(work, viewer, offer.draft, {
    preferred_project_id: body.musician,
    asked_alone: true,
  })
  const scope = await lockOwnOrder(work, viewer, id)
  const { set, tells } = await sendAlone(work, await lockOrder(work, id), offer, body.message)
  const taker = hunter(scope)
  const silent = true
  // The hunter has all of it before them: only that the request is out is told.
  await advanceInTurn(work, id, [
    { step: 'submit', taker, silent },
    ...(score.total < ENOUGH
      ? [
          { step: 'ask_changes' as const, taker: SYSTEM, silent, note: String(score.total) },
          { step: 'continue' as const, taker, silent },
        ]
      : [{ step: 'score' as const, taker: SYSTEM, silent, note: String(score.total) }]),
    { step: 'publish_plan', taker, silent },
    { step: 'approve_plan', taker, silent, note: 'recommended' },
    { step: 'scout', taker, tells, set: { ...set, score }, note: String(tells.length) },
  ])
  return scope
}

/**
 * Asks the one musician of an order for another date, after they couldn't.
 * @throws Refusal 409 `hiring.moved_on` when the order isn't there (any more), and as `offerFor`
 */
export async function askAgain(work: Work, scope: OrderScope, body: AskAgainBody): Promise<void> {
  const order = await lockOrder(work, scope.order_id)
  const musician = order.preferred_project_id
  if (order.stage !== 'adjustment_requested' || !canStep('scout', order.stage))
    throw new Refusal(409, 'hiring.moved_on')
  if (!order.asked_alone || !musician) throw new Refusal(409, 'hiring.moved_on')
  const { day, starts, ends } = body
  const event = { ...order.brief.event, day, starts, ends }
  const part = (currency: Askable['services'][number]['currency']): BriefDraft => ({
    event: { day, starts, ends },
    budget: moneyFor(body.price, currency),
  })
  const offer = await offerFor(work, { ...body, musician }, event, (_, { currency }) =>
    mergeBrief(order.brief, part(currency)),
  )
  await closeRequests(work, order, 'date_changed')
  const moved = await rewriteBrief(work, order, part(offer.service.currency))
  const { set, tells } = await sendAlone(work, moved, offer, body.message)
  await advance(work, order.id, 'scout', hunter(scope), { tells, set, note: String(tells.length) })
}

/**
 * Plans the one moment of a locked order, with the musician as its only candidate, and sends their request.
 * @returns what the order says of it, and what is told with its step
 */
async function sendAlone(
  work: Work,
  order: OrderRow,
  { found, service, price, until, brief }: Offer,
  message: string,
): Promise<{ set: Partial<OrderRow>; tells: Message[] }> {
  const { project, distance_km } = found
  const moment = momentOf(brief, service, price)
  const [saved] = moment
    ? await insertPlans(
        work,
        order,
        [{ variant: 'recommended', drafts: [{ ...moment, slot_id: null, approved: true }] }],
        'approved',
      )
    : []
  const [played] = saved?.moments ?? []
  if (!moment?.format || !saved || !played) throw new Refusal(503, 'common.server')
  const { slot_id, genre } = played
  const { fit, parts } = fitOf(
    {
      ...project,
      genres: service.genres,
      genre_overlap: service.genres.filter((one) => brief.sound.genres_liked.includes(one)).length,
      event_type_named: service.event_types.includes(brief.event.type),
      price,
      distance_km,
      last_active_at: service.last_active_at,
    },
    { genre, format: moment.format, cost: price, currency: service.currency },
    work.now,
  )
  await work.db.update(slots).set({ matching: 1 }).where(eq(slots.id, slot_id))
  await work.db.insert(candidates).values({
    slot_id,
    project_id: project.id,
    service_id: service.id,
    order_id: order.id,
    rank: 1,
    fit,
    parts,
    price,
    distance_km,
    chosen: true,
    preferred: true,
    created_at: work.now.toISOString(),
  })
  const asked = {
    slot_id,
    project_id: project.id,
    service_id: service.id,
    owner_id: project.owner_id,
    from: played.from,
    to: played.to,
  }
  const tells = await sendRequests(work, order, [asked], { until, message })
  const set = {
    plan_id: saved.plan.id,
    variant: 'recommended' as const,
    round: order.round + 1,
    adjustment: null,
  }
  return { set, tells }
}
