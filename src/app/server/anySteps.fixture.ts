import { DAY, HOUR, MINUTE, wallClock } from '#core/contract/time.ts'
import { BUDGET_STEPS, type BudgetStep } from '#features/budgets/rules.ts'
import { AMENDABLE, CONTRACT_STEPS, type ContractStep } from '#features/contracts/rules.ts'
import type { Step } from '#features/hiring/journey/contract.ts'
import { JOURNEY } from '#features/hiring/journey/rules.ts'
import { REQUEST_STEPS, type RequestStep } from '#features/hiring/talent/rules.ts'
import { CLOSE_AFTER } from '#features/results/rules.benchmark.ts'
import { REPORT_AFTER } from '#features/results/rules.ts'
import {
  type Act,
  asHunter,
  type Calls,
  callsIn,
  FOLLOWS,
  type Now,
  post,
  type Ways,
  type Who,
} from './anySteps.calls.fixture.ts'
import { actsOfEvents } from './anySteps.events.fixture.ts'
import { ANTIGUA } from './scenes/brief.ts'
import { offerFor } from './scenes/order.ts'
import type { Rows } from './worlds.fixture.ts'

/*
 * What people can do at any moment, read from the tables of steps: each step of each table is a call of somebody's, or
 * says what it follows from.
 */

const startOf = ({ rows }: Now, order_id: number) =>
  rows.orders.find(({ id }) => id === order_id)?.starts_at ?? ''
const offerNow = (at: Now, order_id: number) => offerFor({ now: at.now, starts_at: startOf(at, order_id) })
const inHours = ({ now }: Now, hours: number) => new Date(now.getTime() + hours * HOUR).toISOString()

type OrderRow = Rows['orders'][number]
const ofOrder =
  (path: string, body: object = {}): Ways<OrderRow> =>
  ({ id, hunter_id }) => [post(`order ${path}`, { hunter_id }, `/api/orders/${id}/${path}/`, body)]

const toANewDate: Ways<OrderRow> = ({ id, hunter_id, starts_at }, { which }) => {
  const { day } = wallClock(new Date(Date.parse(starts_at) + (1 + (which % 3)) * DAY), ANTIGUA.zone)
  const ask = which % 2 === 0 ? {} : { ask: [] }
  return [post('order reschedule', { hunter_id }, `/api/orders/${id}/reschedule/`, { day, ...ask })]
}

/** What is scored so low that its hunter has to go on knowingly. */
const POOR = {
  budget: { min: 0, max: 200 },
  sound: { genres_liked: ['electronic'], genres_forbidden: ['bolero'] },
  technical: { sound_available: false, power_available: false, stage_m2: null, noise_limit_db: null },
  objective: { metric: null, target: null },
}

const ORDER_CALLS: Calls<Step, OrderRow> = {
  start: FOLLOWS,
  edit_brief: ({ id, hunter_id, revision }, { which }) => [
    {
      ...{ name: 'order brief', who: { hunter_id }, method: 'PATCH', path: `/api/orders/${id}/brief/` },
      body: { revision, brief: which % 2 === 0 ? { sound: { references: 'Como antes' } } : POOR },
    },
  ],
  submit: ({ id, hunter_id, revision }) => [
    post('order submit', { hunter_id }, `/api/orders/${id}/submit/`, { revision }),
  ],
  ask_changes: FOLLOWS,
  score: FOLLOWS,
  continue: ofOrder('continue'),
  publish_plan: ofOrder('plan'),
  approve_plan: ofOrder('approve', { variant: 'recommended' }),
  no_talent: FOLLOWS,
  scout: ({ id, hunter_id }, at) => {
    const slots = at.rows.slots.filter(
      ({ order_id, project_ids }) => order_id === id && project_ids.length > 0,
    )
    const some = (all: readonly number[]) =>
      at.which % 2 === 0 ? all : [all[at.which % all.length] ?? all[0] ?? 0]
    const body = {
      slots: slots.map(({ slot_id, project_ids }) => ({ slot_id, project_ids: some(project_ids) })),
      reply_by: inHours(at, 48),
    }
    return slots.length > 0 ? [post('order scout', { hunter_id }, `/api/orders/${id}/scout/`, body)] : []
  },
  ask_change: ofOrder('change', { note: 'Algo más tranquilo' }),
  lose_slot: FOLLOWS,
  reopen_slot: FOLLOWS,
  adjust: ({ id, hunter_id }, { which }) => [
    { name: 'order adjust', who: { hunter_id }, order_id: id, which },
  ],
  all_available: FOLLOWS,
  accept_budgets: FOLLOWS,
  all_signed: FOLLOWS,
  open_tracking: FOLLOWS,
  deliver: FOLLOWS,
  report: FOLLOWS,
  close: FOLLOWS,
  cancel: ofOrder('cancel', { confirm: true }),
  postpone: ofOrder('postpone', { confirm: true }),
  reschedule: toANewDate,
  ask_again: toANewDate,
  expire: FOLLOWS,
}

type RequestRow = Rows['requests'][number]
const REQUEST_CALLS: Calls<RequestStep, RequestRow> = {
  hold: ({ id, project_id, order_id }, at) => [
    post('request available', { project_id }, `/api/requests/${id}/available/`, {
      budget: offerNow(at, order_id),
    }),
  ],
  decline: ({ id, project_id }) => [
    post('request unavailable', { project_id }, `/api/requests/${id}/unavailable/`, { reason: 'busy' }),
  ],
  // By its quote.
  accept: FOLLOWS,
  take_back: ({ id, order_id }, at) => [
    post('request withdraw', asHunter(at, order_id), `/api/orders/${order_id}/requests/${id}/withdraw/`),
  ],
  withdraw: FOLLOWS,
  close: FOLLOWS,
  expire: FOLLOWS,
  reopen: FOLLOWS,
}

type BudgetRow = Rows['budgets'][number]
const ofBudget =
  (path: string, by: 'hunter' | 'musician', body: object = {}): Ways<BudgetRow> =>
  ({ id, order_id, project_id }, at) => [
    post(
      `quote ${path}`,
      by === 'hunter' ? asHunter(at, order_id) : { project_id },
      `/api/budgets/${id}/${path}/`,
      body,
    ),
  ]
const BUDGET_CALLS: Calls<BudgetStep, BudgetRow> = {
  send: FOLLOWS,
  view: ofBudget('viewed', 'hunter'),
  ask_changes: ofBudget('changes', 'hunter', { note: 'Una hora menos' }),
  revise: (row, at) => ofBudget('revise', 'musician', { budget: offerNow(at, row.order_id) })(row, at),
  accept: ofBudget('accept', 'hunter'),
  decline: ofBudget('decline', 'hunter', { reason: 'Es mucho' }),
  withdraw: ofBudget('withdraw', 'musician'),
  expire: FOLLOWS,
  lose_moment: FOLLOWS,
  close: FOLLOWS,
  contract: FOLLOWS,
}

type ContractRow = Rows['contracts'][number]
/** One of both sides, by turns. */
const sideOf = ({ order_id, project_id }: ContractRow, at: Now): Who =>
  at.which % 2 === 0 ? asHunter(at, order_id) : { project_id }
const ofContract =
  (path: string, who: (row: ContractRow, at: Now) => Who, body: object = {}): Ways<ContractRow> =>
  (row, at) => [post(`agreement ${path}`, who(row, at), `/api/contracts/${row.id}/${path}/`, body)]
const artist = ({ project_id }: ContractRow): Who => ({ project_id })
const buyer = ({ order_id }: ContractRow, at: Now): Who => asHunter(at, order_id)
const sign: Ways<ContractRow> = (row, at) =>
  Object.entries({ hunter: buyer, artist })
    .filter(([side]) => !row.signed.includes(side))
    .flatMap(([, who]) =>
      ofContract('sign', who, { typed_name: 'Quien firma', consent: true, sha256: row.sha256 })(row, at),
    )
/** What is said of a deposit, which is no step of its own: it was paid, that is so, or it isn't. */
const deposit: Ways<ContractRow> = (row, at) => {
  if (row.recorded_by === null) return ofContract('payments/deposit', sideOf, { method: 'cash' })(row, at)
  const path = `/api/contracts/${row.id}/payments/deposit/`
  return [
    ...ofContract('payments/deposit/confirm', row.recorded_by === 'hunter' ? artist : buyer)(row, at),
    { name: 'agreement deposit cleared', who: sideOf(row, at), method: 'DELETE', path, body: {} },
  ]
}
/** Of a balance either side says whatever it likes, at any time while the agreement is in force. */
const balance: Ways<ContractRow> = (row, at) => [
  ...ofContract('payments/balance', sideOf, { method: 'cash' })(row, at),
  ...ofContract('payments/balance/confirm', sideOf)(row, at),
  {
    ...{ name: 'agreement balance cleared', who: sideOf(row, at), method: 'DELETE' as const },
    ...{ path: `/api/contracts/${row.id}/payments/balance/`, body: {} },
  },
]
const reject = ofContract('reject', sideOf, { reason: 'No se pudo' })
const CONTRACT_CALLS: Calls<ContractStep, ContractRow> = {
  draft: FOLLOWS,
  send: FOLLOWS,
  view: ofContract('viewed', sideOf),
  sign_first: sign,
  sign_last: sign,
  revise: (row, at) => [
    {
      ...{
        name: 'agreement revise',
        who: sideOf(row, at),
        method: 'PATCH',
        path: `/api/contracts/${row.id}/`,
      },
      body: { special_terms: `Sin humo, ${at.which}` },
    },
  ],
  reject,
  // The provider's word: none of these pays by card.
  recount: null,
  place: null,
  let_go: reject,
  activate: deposit,
  withdraw: ofContract('withdraw', artist, { reason: 'Me enfermé' }),
  report_missing: (row, at) => {
    const reports = ofContract('missing', buyer)(row, at)
    return at.now.getTime() < Date.parse(startOf(at, row.order_id))
      ? reports
      : [...reports, ...reports, ...reports]
  },
  complete: balance,
  expire: FOLLOWS,
  void: FOLLOWS,
}

/** An amendment is no step of the agreement, which stays as it was signed until both have signed what comes instead. */
const amendments: Ways<ContractRow> = (row, at) => {
  const { amendment } = row
  const path = `/api/contracts/${row.id}/amendment/`
  if (!amendment)
    return ofContract('amendment', sideOf, { special_terms: `Con cena para ${at.which}` })(row, at)
  const signs = Object.entries({ hunter: buyer, artist }).filter(([side]) => !amendment.signed.includes(side))
  return [
    ...signs.flatMap(([, who]) =>
      ofContract('amendment/sign', who, {
        typed_name: 'Quien firma',
        consent: true,
        sha256: amendment.sha256,
      })(row, at),
    ),
    { name: 'agreement amendment ended', who: sideOf(row, at), method: 'DELETE', path, body: {} },
  ]
}

/** What the clock does to an order: hours, a time to answer, its beginning, its end. */
const timesOf = (now: Date, rows: Rows): Act[] => {
  const starts = Math.max(...rows.orders.map(({ starts_at }) => Date.parse(starts_at)))
  const ends = Math.max(...rows.orders.map(({ ends_at }) => Date.parse(ends_at)))
  const at = now.getTime()
  const moves: [string, number][] = [
    ['a day passes', at + DAY],
    ['the time to answer passes', at + 3 * DAY + MINUTE],
    ['a quote runs out', at + 7 * DAY + MINUTE],
    ['it begins', starts + 10 * MINUTE],
    ['it is over', ends + DAY + MINUTE],
    ...(rows.orders.some(({ stage }) => stage === 'delivered')
      ? [['nobody says how it was', at + REPORT_AFTER + MINUTE] satisfies [string, number]]
      : []),
    ...(rows.orders.some(({ stage }) => stage === 'results')
      ? [['it closes', at + CLOSE_AFTER + MINUTE] satisfies [string, number]]
      : []),
  ]
  return moves.filter(([, until]) => until > at).map(([name, until]) => ({ name, until }))
}

/** What leads an order on is drawn most, so that sequences come far; what ends it, and what time does, least. */
const ONWARD: ReadonlySet<string> = new Set([
  ...[
    'order submit',
    'order continue',
    'order approve',
    'order scout',
    'order reschedule',
    'request available',
  ],
  ...[
    'quote accept',
    'agreement sign',
    'agreement deposit',
    'agreement deposit/confirm',
    'replacement ask',
    'substitute proposed',
    'substitute accepted',
  ],
])
const RARE: ReadonlySet<string> = new Set([
  ...[
    'order brief',
    'order cancel',
    'order postpone',
    'order adjust',
    'request withdraw',
    'agreement reject',
  ],
  ...['agreement deposit cleared', 'agreement viewed', 'quote viewed'],
])
const weightOf = (act: Act) => ('until' in act || RARE.has(act.name) ? 1 : ONWARD.has(act.name) ? 8 : 2)

/** Everything that can be done now: calls and moves of the clock, each as often as it weighs. */
export function actsAt(at: Now, any: boolean): Act[] {
  const { orders, requests, budgets, contracts } = at.rows
  const acts = [
    ...callsIn(JOURNEY, ORDER_CALLS, orders, ({ stage }) => stage, at, any),
    ...callsIn(REQUEST_STEPS, REQUEST_CALLS, requests, ({ status }) => status, at, any),
    ...callsIn(BUDGET_STEPS, BUDGET_CALLS, budgets, ({ state }) => state, at, any),
    ...callsIn(CONTRACT_STEPS, CONTRACT_CALLS, contracts, ({ state }) => state, at, any),
    ...contracts
      .filter(({ state }) => any || AMENDABLE.some((one) => one === state))
      .flatMap((row) => amendments(row, at)),
    ...actsOfEvents(at, any),
    ...timesOf(at.now, at.rows),
  ]
  return acts.flatMap((act) => Array.from({ length: weightOf(act) }, () => act))
}
