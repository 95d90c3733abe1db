import * as z from 'zod/mini'
import { type Problem, problemsOf } from '#core/contract/errors.ts'
import { DEFAULT_CURRENCY } from '#core/contract/money.ts'
import { DAY, DEFAULT_ZONE, spanOf } from '#core/contract/time.ts'
import { problemOfHours } from '#features/directory/rules.event.ts'
import { BRIEF_SECTIONS, Brief, type BriefDraft, type Metric, type Saved } from './contract.ts'
import { withAssumed } from './rules.assumed.ts'

/** What a metric's target counts in; pages write it behind the number. */
export const UNIT_OF_METRIC: Record<Metric, 'stars' | 'percent' | 'minutes' | 'count' | 'points'> = {
  satisfaction: 'stars',
  dancing_share: 'percent',
  stay_minutes: 'minutes',
  sales_growth: 'percent',
  mentions: 'count',
  attendance: 'count',
  participation_share: 'percent',
  recommendation: 'points',
}

/** Highest target that a unit allows. */
export const MOST_OF_UNIT = { stars: 5, percent: 100, minutes: 1440, count: 10_000_000, points: 100 } as const

/**
 * Fields that a brief can't be handed in without, as dotted paths: what, when, where, for how many and for how much,
 * and the consent. What else a plan needs has a custom (rules.assumed.ts).
 */
export const REQUIRED_FIELDS = [
  'event.type',
  'event.day',
  'event.starts',
  'event.ends',
  'event.zone',
  'event.city',
  'event.lat',
  'event.guests',
  'budget.max',
  'budget.currency',
  'constraints.consent',
] as const

/** All that the first screen asks: the required fields, and what comes along with a place. */
const ESSENTIAL_FIELDS: readonly string[] = [...REQUIRED_FIELDS, 'event.country', 'event.lng']

/** Whether the first screen of five answers shows a field. */
export const isAskedFirst = (path: string): boolean => ESSENTIAL_FIELDS.includes(path)

/** Whether a brief says nothing beyond that screen. */
export const isEssential = (brief: BriefDraft): boolean =>
  BRIEF_SECTIONS.every((section) =>
    Object.keys(brief[section] ?? {}).every((field) => isAskedFirst(`${section}.${field}`)),
  )

/** So far ahead an event may be, milliseconds. */
export const FURTHEST = 2 * 366 * DAY

/** A new brief: only what the platform can suppose. */
export function emptyBrief(): BriefDraft {
  return { event: { zone: DEFAULT_ZONE }, budget: { currency: DEFAULT_CURRENCY } }
}

/** A brief with a part of it written over; null or an empty text clears a field. */
export function mergeBrief(brief: BriefDraft, part: BriefDraft): BriefDraft {
  const merged: Record<string, Record<string, unknown>> = {}
  for (const section of BRIEF_SECTIONS) {
    const fields: Record<string, unknown> = { ...brief[section], ...part[section] }
    for (const [name, value] of Object.entries(fields))
      if (value === null || value === undefined || value === '') delete fields[name]
    if (Object.keys(fields).length > 0) merged[section] = fields
  }
  return merged as BriefDraft
}

function valueAt(brief: BriefDraft, path: string): unknown {
  const [section = '', field = ''] = path.split('.')
  return (brief as Record<string, Record<string, unknown> | undefined>)[section]?.[field]
}

/** Required fields that are still empty, as dotted paths. */
export function missingIn(brief: BriefDraft): string[] {
  return REQUIRED_FIELDS.filter((path) => {
    const value = valueAt(brief, path)
    if (path === 'constraints.consent') return value !== true
    return (
      value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
    )
  })
}

/** Share of the required fields that are filled, 0 to 100. */
export function filledOf(brief: BriefDraft): number {
  return Math.round((100 * (REQUIRED_FIELDS.length - missingIn(brief).length)) / REQUIRED_FIELDS.length)
}

/** Start and end of the event in UTC, once day and times are there. */
export function spanOfBrief(brief: BriefDraft | Brief): { starts_at: Date; ends_at: Date } | null {
  const { day, starts, ends, zone } = brief.event ?? {}
  if (!day || !starts || !ends) return null
  return spanOf(day, starts, ends, zone ?? DEFAULT_ZONE)
}

/**
 * Checks a brief that is handed in, with what is assumed where it leaves something open.
 * @param now null for one that was handed in before: its day may have come since, or lie further ahead than then
 * @returns the whole brief, or the problem of each field by its dotted path
 */
export function checkBrief(
  draft: BriefDraft,
  now: Date | null,
): { brief: Brief; fields: null } | { brief: null; fields: Record<string, Problem> } {
  const assumed = withAssumed(draft)
  const whole = Object.fromEntries(BRIEF_SECTIONS.map((section) => [section, assumed[section] ?? {}]))
  const parsed = z.safeParse(Brief, whole)
  const fields: Record<string, Problem> = parsed.success ? {} : problemsOf(parsed.error.issues)
  // A parser stops looking at a section's own rules where a field is missing; what is still empty is always named.
  for (const path of missingIn(draft)) {
    if (path === 'constraints.consent') fields[path] = { key: 'validation.brief_consent' }
    else fields[path] ??= { key: 'validation.required' }
  }
  if (fields['event.lat']) fields['event.lat'] = { key: 'validation.place' }
  const late = fields['event.day'] || fields['event.starts'] || fields['event.ends']
  const span = late ? null : spanOfBrief(draft)
  if (span) {
    const ahead = now ? span.starts_at.getTime() - now.getTime() : null
    if (ahead !== null && ahead <= 0) fields['event.day'] ??= { key: 'validation.in_future' }
    else if (ahead !== null && ahead > FURTHEST) fields['event.day'] ??= { key: 'validation.two_years' }
    const { day: date, starts: from, ends: to, zone } = draft.event ?? {}
    const wrong = problemOfHours({ date, from, to }, zone ?? DEFAULT_ZONE)
    if (wrong) fields['event.ends'] ??= { key: `validation.${wrong}` }
  }
  const { metric, target } = draft.objective ?? {}
  if (target !== undefined && target !== null) {
    if (!metric) fields['objective.metric'] ??= { key: 'validation.required' }
    else if (target > MOST_OF_UNIT[UNIT_OF_METRIC[metric]])
      fields['objective.target'] ??= {
        key: 'validation.maximum',
        values: { value: MOST_OF_UNIT[UNIT_OF_METRIC[metric]] },
      }
  }
  if (Object.keys(fields).length > 0 || !parsed.success) return { brief: null, fields }
  return { brief: parsed.data, fields: null }
}

/**
 * What is wrong with what is written so far, by dotted path: all that `checkBrief` will say, less what is still empty.
 * @param now as of when the day must lie ahead
 */
export function problemsSoFar(draft: BriefDraft, now: Date): Record<string, Problem> {
  const { starts, ends } = draft.event ?? {}
  // A day is read without its hours, and the hours without their day.
  const event = {
    ...draft.event,
    day: draft.event?.day ?? new Date(now.getTime() + DAY).toISOString().slice(0, 10),
    ...(starts && ends ? {} : { starts: starts ?? '23:59', ends: '04:00' }),
  }
  const { fields } = checkBrief({ ...draft, event }, now)
  return Object.fromEntries(Object.entries(fields ?? {}).filter(([path]) => isWritten(draft, path)))
}

const isWritten = (draft: BriefDraft, path: string): boolean => {
  const value = valueAt(draft, path)
  return value !== undefined && value !== null && value !== '' && value !== false
}

/** What lists and matching read, taken out of a brief. */
export function columnsOf(brief: BriefDraft) {
  const span = spanOfBrief(brief)
  const { event = {}, budget = {} } = brief
  return {
    title: event.title ?? null,
    type: event.type ?? null,
    starts_at: span?.starts_at.toISOString() ?? null,
    ends_at: span?.ends_at.toISOString() ?? null,
    zone: event.zone ?? DEFAULT_ZONE,
    city: event.city ?? null,
    lat: event.lat ?? null,
    lng: event.lng ?? null,
    guests: event.guests ?? null,
    currency: budget.currency ?? DEFAULT_CURRENCY,
    budget_max: budget.max ?? null,
  }
}

/** A brief without anything that somebody wrote in their own words, and without the exact place. */
export function withoutWords({ objective, event, sound, technical, budget }: BriefDraft): BriefDraft {
  const { notes: _notes, ...aim } = objective ?? {}
  const { title: _title, address: _address, lat: _lat, lng: _lng, ...when } = event ?? {}
  const { references: _references, ...heard } = sound ?? {}
  return {
    ...(objective ? { objective: aim } : {}),
    ...(event ? { event: when } : {}),
    ...(sound ? { sound: heard } : {}),
    ...(technical ? { technical } : {}),
    ...(budget ? { budget } : {}),
  }
}

/** What a page learns of a brief that was saved. */
export const savedOf = (order: {
  id: number
  stage: Saved['stage']
  revision: number
  brief: BriefDraft
  updated_at: string
}): Saved => ({
  id: order.id,
  stage: order.stage,
  revision: order.revision,
  missing: missingIn(order.brief),
  filled: filledOf(order.brief),
  saved_at: order.updated_at,
})
