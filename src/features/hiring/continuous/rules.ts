import type { Problem } from '#core/contract/errors.ts'
import { addDays, DAY } from '#core/contract/time.ts'
import type { BriefDraft } from '../brief/contract.ts'
import { checkBrief, FURTHEST, mergeBrief } from '../brief/rules.ts'
import { DATES_MAX, type LineUp, type NewContinuous, type PlanDate, type Rhythm } from './contract.ts'

/** How many dates a plan is proposed with. */
export const PROPOSED: Record<Rhythm, number> = { weekly: 8, biweekly: 6, monthly: 6, yearly: 1 }

/** The least that a date may have: what a brief may have. */
const LEAST_BUDGET = 100

const WEEK = 7
const monthOf = (day: string) => day.slice(0, 7)
const dateOf = (day: string) => Number(day.slice(8))

/** The first day of the month that is n months after a day's. */
function firstOfMonth(day: string, n: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + n
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay()

/** The same weekday n months later, at its place in the month: a third Friday is a third Friday; a fifth, the last. */
function monthsLater(day: string, n: number): string {
  const first = firstOfMonth(day, n)
  const found = addDays(first, (weekdayOf(day) - weekdayOf(first) + WEEK) % WEEK)
  const place = Math.ceil(dateOf(day) / WEEK) - 1
  const there = addDays(found, place * WEEK)
  return monthOf(there) === monthOf(first) ? there : addDays(there, -WEEK)
}

/** The same date n years later; the 29th of February is the 28th where there is none. */
function yearsLater(day: string, n: number): string {
  const year = String(Number(day.slice(0, 4)) + n).padStart(4, '0')
  const there = `${year}${day.slice(4)}`
  return new Date(`${there}T00:00:00Z`).toISOString().slice(0, 10) === there ? there : `${year}-02-28`
}

const STEP: Record<Rhythm, (day: string, n: number) => string> = {
  weekly: (day, n) => addDays(day, n * WEEK),
  biweekly: (day, n) => addDays(day, n * 2 * WEEK),
  monthly: monthsLater,
  yearly: yearsLater,
}

/** So many days ahead a brief may be, whatever the hour. */
const FURTHEST_DAYS = FURTHEST / DAY - 1

/**
 * The next dates of a rhythm that a day begins: as many as are wanted, a plan has and a brief may lie ahead.
 * @param today there: dates are after it
 */
export function datesOf(day: string, rhythm: Rhythm, many: number, today: string): string[] {
  const dates: string[] = []
  const last = addDays(today, FURTHEST_DAYS)
  for (let n = 1; dates.length < Math.min(many, DATES_MAX); n++) {
    const next = STEP[rhythm](day, n)
    if (next > last) break
    if (next > today) dates.push(next)
  }
  return dates
}

/** What each of so many dates gets of the whole: equal parts, which add up to it. */
export const partsOf = (budget: number, many: number): number[] =>
  Array.from({ length: many }, (_, at) => Math.floor(budget / many) + (at < budget % many ? 1 : 0))

/** What the approved plans of dates come to, in a currency; a date that was cancelled or ran out costs nothing. */
export const plannedOf = (
  dates: readonly Pick<PlanDate, 'stage' | 'currency' | 'planned'>[],
  currency: string,
): number =>
  dates.reduce(
    (sum, one) =>
      one.currency === currency && one.stage !== 'cancelled' && one.stage !== 'expired'
        ? sum + (one.planned ?? 0)
        : sum,
    0,
  )

/** Who is preferred for the date at that place; nobody where that is left open. */
export const playerAt = (line_up: LineUp, project_ids: readonly number[], at: number): number | null =>
  line_up === 'open' ? null : (project_ids[at % project_ids.length] ?? null)

/** The brief of one date: the same, on its day, with its part of the money. It doesn't repeat by itself. */
export function briefOfDate(brief: BriefDraft, day: string, max: number): BriefDraft {
  const { min } = brief.budget ?? {}
  return mergeBrief(brief, {
    event: { day, recurrence: 'none' },
    budget: { max, ...(min ? { min: Math.min(min, max) } : {}) },
  })
}

/**
 * What is wrong with a plan that somebody wants, by field.
 * @param source the order's brief and the day of its event there
 * @param choices whom they may prefer
 */
export function problemsOfPlan(
  { days, budget, line_up, project_ids }: NewContinuous,
  source: { brief: BriefDraft; day: string },
  choices: readonly number[],
  now: Date,
): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  const parts = partsOf(budget, days.length)
  if (parts.some((part) => part < LEAST_BUDGET))
    problems.budget = {
      key: 'validation.minimum',
      values: { value: (LEAST_BUDGET * days.length) / 100 },
    }
  days.forEach((day, at) => {
    if (day === source.day || days.indexOf(day) !== at)
      problems[`days.${at}`] = { key: 'validation.date_twice' }
    else {
      const part = Math.max(LEAST_BUDGET, parts[at] ?? 0)
      const { 'event.day': problem, ...others } =
        checkBrief(briefOfDate(source.brief, day, part), now).fields ?? {}
      if (problem) problems[`days.${at}`] = problem
      // What else is wrong with the brief is mended there: it has no field here.
      else if (Object.keys(others).length > 0) problems.days = { key: 'validation.series_brief' }
    }
  })
  const enough = { same: project_ids.length === 1, rotating: project_ids.length >= 2, open: true }[line_up]
  if (!enough)
    problems.project_ids = { key: line_up === 'same' ? 'validation.required' : 'validation.two_players' }
  else if (
    line_up !== 'open' &&
    (new Set(project_ids).size !== project_ids.length || !project_ids.every((id) => choices.includes(id)))
  )
    problems.project_ids = { key: 'validation.option' }
  return problems
}
