import { DAY, MINUTE } from '#core/contract/time.ts'
import {
  acceptBudget,
  answerAvailable,
  type Budget,
  listBudgets,
  type Offer,
} from '#features/budgets/contract.ts'
import { confirmPayment, recordPayment } from '#features/contracts/contract.payments.ts'
import { type Agreement, listOrderContracts, signContract } from '#features/contracts/contract.ts'
import { DELIVERED_AFTER } from '#features/events/rules.ts'
import { type BriefDraft, saveBrief } from '#features/hiring/brief/contract.ts'
import {
  approvePlan,
  continueOrder,
  drawPlan,
  type Order,
  scoutTalent,
  startOrder,
  submitBrief,
} from '#features/hiring/desk/contract.ts'
import { type MomentEdit, readPlans, savePlan, type Variant } from '#features/hiring/plan/contract.ts'
import { isLive } from '#features/hiring/plan/rules.ts'
import type { Hunter, Musician } from './cast.ts'

/*
 * An order on its way from the brief to the event, through the calls that people make: every row, notification and
 * document of a scene is one that the product wrote. Each step goes on from where the one before it stopped;
 * `orderAt` takes all of them up to a stage.
 */

/**
 * Writes a brief and hands it in.
 * @param options.first what begins the order before the rest is saved, as its page does; else it begins whole
 * @param options.musician the project from whose profile it begins
 * @returns the order, scored or waiting for changes
 */
export async function submit(
  { api }: Hunter,
  brief: BriefDraft,
  { first, musician = null }: { first?: BriefDraft; musician?: number | null } = {},
): Promise<Order> {
  const begun = await api(startOrder, { body: { brief: first ?? brief, musician } })
  const params = { id: begun.id }
  const { revision } = first
    ? await api(saveBrief, { params, body: { revision: begun.revision, brief } })
    : begun
  return api(submitBrief, { params, body: { revision } })
}

/** Draws the plan; a low score is accepted knowingly. */
export async function plan({ api }: Hunter, order: Pick<Order, 'id' | 'stage'>): Promise<Order> {
  const params = { id: order.id }
  if (order.stage === 'changes_needed') await api(continueOrder, { params })
  return api(drawPlan, { params })
}

/** What a moment of a scene has of its own. */
export type MomentParts = Partial<Omit<MomentEdit, 'slot_id' | 'from' | 'to'>>

const MOMENT: Required<MomentParts> = {
  intent: 'dance',
  title: null,
  energy: 4,
  genre: 'bolero',
  format: 'duo',
  volume: 'medium',
  cost: 40_000,
  required: true,
}

/** Replaces the moments of a variant by others that share the event's time evenly. @returns their slots, in order */
export async function rearrange(
  { api }: Hunter,
  { id, starts_at, ends_at, plans }: Order,
  moments: readonly MomentParts[],
  variant: Variant = 'recommended',
): Promise<number[]> {
  const drawn = plans.find((one) => one.variant === variant)
  if (!drawn || !starts_at || !ends_at) throw new Error(`order ${id} has no plan to rearrange`)
  const [from, to] = [Date.parse(starts_at), Date.parse(ends_at)]
  const after = (n: number) => new Date(from + ((to - from) * n) / moments.length).toISOString()
  const saved = await api(savePlan, {
    params: { id, variant },
    body: {
      version: drawn.version,
      moments: moments.map((parts, n) => ({ from: after(n), to: after(n + 1), ...MOMENT, ...parts })),
    },
  })
  return saved.moments.map(({ slot_id }) => slot_id)
}

/** Shortens live moments that other live ones come after by some minutes: whoever is next comes on in them. */
export async function leavePauses(
  { api }: Hunter,
  id: number,
  minutes: number,
  variant: Variant = 'recommended',
): Promise<void> {
  const { plans } = await api(readPlans, { params: { id } })
  const drawn = plans.find((one) => one.variant === variant)
  if (!drawn) throw new Error(`order ${id} has no plan to leave pauses in`)
  const last = drawn.moments.findLast(isLive)
  const shorter = (to: string) => new Date(Date.parse(to) - minutes * MINUTE).toISOString()
  await api(savePlan, {
    params: { id, variant },
    body: {
      version: drawn.version,
      moments: drawn.moments.map((one) =>
        isLive(one) && one !== last ? { ...one, to: shorter(one.to) } : one,
      ),
    },
  })
}

/** Approves a variant: talent is matched to its moments. */
export const approve = (
  { api }: Hunter,
  order_id: number,
  variant: Variant = 'recommended',
): Promise<Order> => api(approvePlan, { params: { id: order_id }, body: { variant } })

/** Whom to ask for each slot. */
export type Shortlist = readonly { slot_id: number; project_ids: readonly number[] }[]

/** Asks musicians whether they can play. @returns the order with its requests */
export const ask = (
  { api }: Hunter,
  order_id: number,
  shortlist: Shortlist,
  { now, message = '', reply_by }: { now: Date; message?: string; reply_by?: string },
): Promise<Order> =>
  api(scoutTalent, {
    params: { id: order_id },
    body: {
      slots: shortlist.map(({ slot_id, project_ids }) => ({ slot_id, project_ids: [...project_ids] })),
      reply_by: reply_by ?? new Date(now.getTime() + 3 * DAY).toISOString(),
      message,
    },
  })

/** A budget of 400.00, and 50.00 more for sound if the hunter wants it. */
export const offerFor = (
  { now, starts_at }: { now: Date; starts_at: string },
  more: Partial<Offer> = {},
): Offer => ({
  items: [
    { kind: 'performance', description: 'Dos horas de música', qty: 2, unit_price: 20_000, optional: false },
    { kind: 'sound', description: 'Sonido para 120 personas', qty: 1, unit_price: 5_000, optional: true },
  ],
  discount: 0,
  tax: 0,
  currency: 'USD',
  deposit_pct: 30,
  balance_due_at: new Date(Date.parse(starts_at) - DAY).toISOString(),
  valid_until: new Date(Math.min(Date.parse(starts_at) - DAY, now.getTime() + 7 * DAY)).toISOString(),
  cancellation: [
    { hours_before: 720, refund_pct: 100 },
    { hours_before: 168, refund_pct: 50 },
  ],
  line_up: 'Voz y guitarra',
  note: '',
  ...more,
})

/** A musician says yes with a budget, to all that they are asked. @returns the budget */
export async function sendBudget({ api }: Musician, request_id: number, budget: Offer): Promise<Budget> {
  const answered = await api(answerAvailable, { params: { id: request_id }, body: { budget } })
  if (!answered.budget) throw new Error(`request ${request_id} was answered without a budget`)
  return answered.budget
}

/** Accepts one open budget for each slot that nobody has yet: the preferred project's, else one of those for most slots. */
export async function acceptOneEach({ api }: Hunter, order_id: number, preferred?: number): Promise<void> {
  const read = () => api(listBudgets, { params: { id: order_id } })
  const { slots } = await read()
  for (const { slot } of slots) {
    // Accepting one changes what is open for the others.
    const now = (await read()).slots.find((one) => one.slot.id === slot.id)?.budgets ?? []
    if (now.some(({ state }) => state === 'accepted' || state === 'contracted')) continue
    const open = now
      .filter(({ state, asked_for_more }) => (state === 'sent' || state === 'viewed') && !asked_for_more)
      .sort((a, b) => b.slot_ids.length - a.slot_ids.length)
    const best = open.find(({ project }) => project.id === preferred) ?? open[0]
    if (best) await api(acceptBudget, { params: { id: best.id }, body: { chosen: [] } })
  }
}

/** The contracts of an order. */
export async function contractsOf({ api }: Hunter, order_id: number): Promise<Agreement[]> {
  return (await api(listOrderContracts, { params: { id: order_id } })).results
}

/** One side signs what it reads. */
export const sign = (
  { api }: Hunter,
  { id, sha256 }: Pick<Agreement, 'id' | 'sha256'>,
  typed_name: string,
): Promise<Agreement> =>
  api(signContract, { params: { id }, body: { typed_name, consent: true, sha256, language: 'es' } })

/** The hunter sends the deposit. */
export const payDeposit = ({ api }: Hunter, id: number, reference = ''): Promise<Agreement> =>
  api(recordPayment, { params: { id, kind: 'deposit' }, body: { method: 'transfer', reference } })

/** The musician has it. */
export const receiveDeposit = ({ api }: Musician, id: number): Promise<Agreement> =>
  api(confirmPayment, { params: { id, kind: 'deposit' } })

/* ---------------------------------------------------------------- all the way to a stage */

/** Where a scene may stop, in order. */
export const STOPS = [
  'submitted',
  'planned',
  'approved',
  'asked',
  'quoted',
  'accepted',
  'signed',
  'paid',
  'delivered',
] as const
export type Stop = (typeof STOPS)[number]

/** Who plays which moment of the evening, and whatever else is not as usual. */
export interface Script {
  hunter: Hunter
  brief: BriefDraft
  /** One for each moment: who is asked. The first of them budgets and is accepted. */
  moments: readonly (MomentParts & { asks: readonly Musician[] })[]
  now: Date
  variant?: Variant
  message?: string
  reply_by?: string
  offer?: Partial<Offer>
  /** Lets time pass until then, where a scene goes on after its event. */
  pass?: (until: Date) => Promise<void>
}

/** What a scene made; empty where it stopped before. */
export interface Scene {
  order_id: number
  slot_ids: number[]
  /** By moment and then by musician, as in the script: who is asked for several has one for all of them. */
  request_ids: number[][]
  /** One for each musician who plays, in the order of their first moments. */
  budget_ids: number[]
  contracts: Agreement[]
}

/** Plays a script until a stop. */
export async function orderAt(stop: Stop, script: Script): Promise<Scene> {
  const { hunter, moments, now, variant = 'recommended' } = script
  const reaches = (wanted: Stop) => STOPS.indexOf(stop) >= STOPS.indexOf(wanted)
  const order = await submit(hunter, script.brief)
  const order_id = order.id
  const scene: Scene = { order_id, slot_ids: [], request_ids: [], budget_ids: [], contracts: [] }
  if (!reaches('planned')) return scene

  scene.slot_ids = await rearrange(
    hunter,
    await plan(hunter, order),
    moments.map(({ asks, ...parts }) => parts),
    variant,
  )
  if (!reaches('approved')) return scene
  await approve(hunter, order_id, variant)
  if (!reaches('asked')) return scene

  scene.request_ids = await askMoments(script, scene)
  if (!reaches('quoted')) return scene
  const offer = offerFor({ now, starts_at: order.starts_at ?? '' }, script.offer)
  const playing = new Map(moments.map(({ asks: [musician] }, at) => [scene.request_ids[at]?.[0], musician]))
  for (const [request_id, musician] of playing)
    if (musician && request_id) scene.budget_ids.push((await sendBudget(musician, request_id, offer)).id)
  if (!reaches('accepted')) return scene

  for (const id of scene.budget_ids) await hunter.api(acceptBudget, { params: { id }, body: { chosen: [] } })
  scene.contracts = await contractsOf(hunter, order_id)
  if (!reaches('signed')) return scene
  const players = moments.flatMap(({ asks }) => asks)
  for (const contract of scene.contracts) {
    const player = players.find(({ project_id }) => project_id === contract.project_id)
    if (!player) throw new Error(`nobody of the script plays contract ${contract.id}`)
    for (const side of [hunter, player]) await sign(side, contract, side.name)
    if (!reaches('paid')) continue
    await payDeposit(hunter, contract.id)
    await receiveDeposit(player, contract.id)
  }
  if (!reaches('delivered')) return scene

  if (!script.pass) throw new Error(`order ${order_id} is delivered when time has passed: say how it passes`)
  await script.pass(new Date(Date.parse(order.ends_at ?? '') + DELIVERED_AFTER))
  return scene
}

/** Asks the script's musicians for their moments, from an approved plan; recorded ones have nobody. @returns the requests as `Scene` has them */
export async function askMoments(
  script: Pick<Script, 'hunter' | 'moments' | 'now' | 'message' | 'reply_by'>,
  { order_id, slot_ids }: Pick<Scene, 'order_id' | 'slot_ids'>,
): Promise<number[][]> {
  const shortlist = script.moments.map(({ asks }, at) => ({
    slot_id: slot_ids[at] ?? 0,
    project_ids: asks.map(({ project_id }) => project_id),
  }))
  const asked = shortlist.filter(({ project_ids }) => project_ids.length > 0)
  const { requests } = await ask(script.hunter, order_id, asked, script)
  return shortlist.map(({ slot_id, project_ids }) =>
    project_ids.map((project_id) => {
      const request = requests.find(
        (one) =>
          one.project_id === project_id &&
          one.moments.some((moment) => moment.slot_id === slot_id && moment.status === 'asked'),
      )
      if (!request) throw new Error(`project ${project_id} was not asked for slot ${slot_id}`)
      return request.id
    }),
  )
}
