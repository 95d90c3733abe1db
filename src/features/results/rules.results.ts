import type { Currency } from '#core/contract/money.ts'
import { pricesByMoment } from '#features/budgets/rules.ts'
import type { Terms } from '#features/contracts/contract.ts'
import { setsOf } from '#features/contracts/rules.ts'
import type { BriefDraft } from '#features/hiring/brief/contract.ts'
import type { Moment } from '#features/hiring/plan/contract.ts'
import type { HostAnswers, MusicianAnswers, Results } from './contract.ts'
import { aimOf, type PlayedBy, playedMoments, playedProjects } from './rules.ts'

/** What results are computed from, as it stands in the rows. */
export interface ResultFacts {
  guests: number | null
  /** Of the order: what its plan is drawn in. */
  currency: Currency
  brief: BriefDraft
  /** The moments of the approved plan; none: it was never drawn. */
  plan: readonly Pick<Moment, 'slot_id' | 'from' | 'to' | 'intent' | 'title' | 'format' | 'cost'>[] | null
  /** In force or completed. */
  agreements: readonly PlayedBy[]
  /** What the host has sent; none: nothing. */
  survey: { answers: HostAnswers; sent_at: string } | null
  /** Of everybody who played; null: hasn't sent anything. */
  musicians: readonly (MusicianAnswers | null)[]
}

/** The parts of the results that follow from the facts. */
export type Computed = Omit<
  Results,
  'order_id' | 'title' | 'type' | 'city' | 'starts_at' | 'ends_at' | 'zone'
>

/** What an event achieved. What can't be said is null, and why is among `missing`; amounts in minor units. */
export function resultsOf(facts: ResultFacts): Computed {
  const { guests, currency, brief, survey, musicians } = facts
  const answers = survey?.answers ?? null
  const moments = momentsOf(facts)
  const money = moneyOf(facts, answers?.declared ?? null)
  const aim = aimOf(brief)
  const objective = objectiveOf(facts)
  const played = playedMoments(facts.agreements)
  const punctuality = playedProjects(played).map((project) => ({
    ...project,
    arrival:
      answers?.punctuality.find(({ project_id }) => project_id === project.project_id)?.arrival ?? null,
  }))
  const said = musicians.flatMap((one) => one ?? [])
  const missing: Record<Results['missing'][number], boolean> = {
    survey: survey === null,
    metric: aim === null,
    actual: survey !== null && aim !== null && objective.actual === null,
    punctuality: survey !== null && punctuality.some(({ arrival }) => arrival === null),
    plan: facts.plan === null,
    agreements: facts.agreements.length === 0,
    currency: money.other_currencies.length > 0,
    guests: money.declared === null && !guests,
  }
  return {
    guests,
    currency,
    answered_at: survey?.sent_at ?? null,
    objective,
    nps: answers?.nps ?? null,
    satisfaction: meanOf(moments.flatMap(({ mark }) => mark ?? [])),
    moments,
    money,
    punctuality,
    musicians: {
      asked: musicians.length,
      answered: said.length,
      mark: meanOf(said.flatMap(({ mark }) => mark ?? [])),
      as_agreed: said.filter(({ as_agreed }) => as_agreed).length,
    },
    comment: answers?.comment ?? '',
    missing: (Object.keys(missing) as Results['missing']).filter((what) => missing[what]),
  }
}

const rounded = (value: number) => Math.round(value * 100) / 100

const meanOf = (marks: readonly number[]): number | null =>
  marks.length === 0 ? null : rounded(marks.reduce((sum, mark) => sum + mark, 0) / marks.length)

/** What was aimed at and what came of it. Every metric is better the higher it is. */
function objectiveOf({ brief, survey }: ResultFacts): Results['objective'] {
  const { kind = null, metric = null, target = null } = brief.objective ?? {}
  const aim = aimOf(brief)
  const actual = aim ? (survey?.answers.actual ?? null) : null
  const isKnown = aim !== null && actual !== null
  return {
    kind,
    metric,
    target,
    actual,
    share: isKnown && aim.target > 0 ? rounded(actual / aim.target) : null,
    reached: isKnown ? actual >= aim.target : null,
  }
}

/** What each moment costs by an agreement; the optional lines in it were chosen. */
function agreedBySlot({ event, fees }: Terms): ReadonlyMap<number, number> {
  return pricesByMoment({
    items: fees.items,
    chosen: fees.items.map((_, at) => at),
    slot_ids: setsOf(event).map(({ slot_id }) => slot_id),
    total: fees.total,
  }).all_in
}

/** Moments that were planned live or were played, each with its mark, and what was planned and agreed for it. */
function momentsOf({ plan, agreements, currency, survey }: ResultFacts): Results['moments'] {
  const marks = new Map(survey?.answers.satisfaction.map(({ slot_id, mark }) => [slot_id, mark]))
  const agreed = new Map(
    agreements
      .filter(({ terms }) => terms.fees.currency === currency)
      .flatMap(({ terms }) => [...agreedBySlot(terms)]),
  )
  const planned = new Map(plan?.map((moment) => [moment.slot_id, moment]))
  const played = playedMoments(agreements).map((moment) => ({
    ...moment,
    mark: marks.get(moment.slot_id) ?? null,
    planned: planned.get(moment.slot_id)?.cost ?? null,
    agreed: agreed.get(moment.slot_id) ?? null,
  }))
  const known = new Set(played.map(({ slot_id }) => slot_id))
  const left = [...planned.values()]
    .filter(({ slot_id, format }) => format !== null && !known.has(slot_id))
    .map(({ slot_id, intent, title, from, to, cost }) => ({
      ...{ slot_id, intent, title, starts_at: from, ends_at: to },
      ...{ project_id: null, project_name: null, mark: null, planned: cost, agreed: null },
    }))
  return [...played, ...left].sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
}

/** What was planned, agreed and won. Sums of different currencies don't add up: then there is none. */
function moneyOf(
  { plan, agreements, currency, guests }: ResultFacts,
  declared: number | null,
): Results['money'] {
  const currencies = new Set(agreements.map(({ terms }) => terms.fees.currency))
  const other_currencies = [...currencies].filter((one) => one !== currency)
  const agreed =
    agreements.length === 0 || other_currencies.length > 0
      ? null
      : agreements.reduce((sum, { terms }) => sum + terms.fees.total, 0)
  return {
    planned: plan?.reduce((sum, { cost }) => sum + cost, 0) ?? null,
    agreed,
    other_currencies,
    declared,
    roi: declared !== null && agreed ? rounded((declared - agreed) / agreed) : null,
    per_guest: declared === null && agreed !== null && guests ? Math.round(agreed / guests) : null,
  }
}
