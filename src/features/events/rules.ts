import type { StepRow } from '#core/contract/steps.ts'
import { addDays, DAY, HOUR, instantOf, wallClock } from '#core/contract/time.ts'
import type { Intent } from '#features/hiring/plan/contract.ts'
import type { CalendarEntry, EventState } from './contract.ts'

/**
 * Lifecycle of an event: it begins confirmed, the clock moves it on, it is at risk while somebody has to be replaced,
 * and it is postponed or cancelled with its order.
 */
export const EVENT_STEPS = {
  create: { from: [], to: 'confirmed', by: 'system' },
  get_ready: { from: ['confirmed'], to: 'ready', by: 'clock' },
  /** Something is to be done again. */
  reopen: { from: ['ready'], to: 'confirmed', by: 'clock' },
  begin: { from: ['confirmed', 'ready'], to: 'live', by: 'clock' },
  /** Who was to play a required moment doesn't, or a balance is late. */
  risk: { from: ['confirmed', 'ready', 'live'], to: 'at_risk', by: 'system' },
  /** Every required moment has somebody again, and no balance is late; once it has begun the clock takes it on. */
  recover: { from: ['at_risk'], to: 'confirmed', by: 'system' },
  deliver: { from: ['confirmed', 'ready', 'at_risk', 'live'], to: 'delivered', by: 'clock' },
  postpone: { from: ['confirmed', 'ready', 'at_risk', 'live'], to: 'postponed', by: 'system' },
  cancel: { from: ['confirmed', 'ready', 'at_risk', 'live', 'postponed'], to: 'cancelled', by: 'system' },
  /** Its order was confirmed again, with a new day. */
  restart: { from: ['postponed', 'cancelled'], to: 'confirmed', by: 'system' },
} as const satisfies Record<string, StepRow<EventState, 'clock' | 'system'>>
export type EventStep = keyof typeof EVENT_STEPS

/** Nobody plays it: it was cancelled, or postponed without a new day. */
export const isOff = (state: EventState): boolean => state === 'cancelled' || state === 'postponed'

/** Still to come, or on. */
export const UPCOMING: EventState[] = ['confirmed', 'ready', 'at_risk', 'live']

/** Nothing is to be done for it any more. */
export const isOver = (state: EventState): boolean => state === 'delivered' || isOff(state)

/** Its state as somebody who plays it reads it: that another has to be replaced is between them and the host. */
export const stateForPlayers = (state: EventState): EventState => (state === 'at_risk' ? 'confirmed' : state)

/** Items of one event, its first ones included. */
export const CHECKLIST_MAX = 200

/** Hours after the end when an event counts as delivered. */
export const DELIVERED_AFTER = 24 * HOUR

/** Who reads an event: its host, or somebody of the projects that play. */
export interface Reader {
  side: 'hunter' | 'musician'
  /** Projects of theirs that play there. */
  project_ids: readonly number[]
  /** Owns one of them: the other side of an agreement. */
  owns: boolean
  /** Those of them that they own. */
  owned_ids: readonly number[]
}

/** Whether a checklist item is the reader's to do. */
export const isMine = (
  item: { owner: 'hunter' | 'musician'; project_id: number | null },
  reader: Reader,
): boolean =>
  item.owner === 'hunter' ? reader.side === 'hunter' : reader.project_ids.includes(item.project_id ?? 0)

/** What one agreement says of who plays. */
export interface Playing {
  project_id: number
  contract_id: number
  line_up: string
  /** Its moments. */
  sets: readonly { intent: Intent; title: string | null; starts_at: string }[]
}

/**
 * Who plays, each project once: with everything that it plays, by whatever agreements.
 * @param rows one an agreement, in the order of playing, which projects keep
 */
export function byProject<Row extends Playing>(rows: readonly Row[]) {
  const projects = new Map<number, [Row, ...Row[]]>()
  for (const row of rows) {
    const known = projects.get(row.project_id)
    if (known) known.push(row)
    else projects.set(row.project_id, [row])
  }
  return [...projects.values()].map((own) => {
    const [{ contract_id: _, sets: __, ...first }] = own
    return {
      ...first,
      line_up: [...new Set(own.flatMap(({ line_up }) => line_up || []))].join(' · '),
      contract_ids: own.map(({ contract_id }) => contract_id),
      moments: own
        .flatMap(({ sets }) => sets)
        .sort((a, b) => Date.parse(a.starts_at) - Date.parse(b.starts_at))
        .map(({ intent, title }) => ({ intent, title })),
    }
  })
}

/** The longest span that a calendar is asked for. */
export const CALENDAR_MAX = 100 * DAY

export interface ChecklistFacts {
  type: string
  setting: string | null
  guests: number | null
  starts_at: string
  /** null: the brief doesn't say. */
  sound_available: boolean | null
  performers: readonly {
    project_id: number
    format: string | null
    brings_sound: boolean
    /** None when everything was paid with the deposit. */
    balance_due_at: string | null
  }[]
}

export interface PlannedItem {
  key: string
  owner: 'hunter' | 'musician'
  project_id: number | null
  due_at: string
}

/** The item that payments tick, and nobody else. */
export const PAID_ITEM = 'balance_paid'

const CEREMONIES = ['wedding', 'religious', 'birthday', 'quinceanera']

/**
 * The first checklist: what this kind of event needs, who sees to it and by when. Due days that are past
 * already are due now, so that nothing begins overdue.
 */
export function firstChecklist(facts: ChecklistFacts, now: Date): PlannedItem[] {
  const start = Date.parse(facts.starts_at)
  const before = (days: number) => new Date(Math.max(start - days * DAY, Math.min(now.getTime(), start)))
  const items: PlannedItem[] = []
  const hunter = (key: string, days: number) =>
    items.push({ key, owner: 'hunter', project_id: null, due_at: before(days).toISOString() })
  const ownSound = facts.performers.length > 0 && facts.performers.every((p) => p.brings_sound)

  hunter('place_confirmed', 21)
  const balances = facts.performers.flatMap((p) => p.balance_due_at ?? [])
  if (balances.length > 0) {
    const first = balances.reduce((a, b) => (Date.parse(a) < Date.parse(b) ? a : b))
    hunter(PAID_ITEM, (start - Date.parse(first)) / DAY)
  }
  hunter('access_and_parking', 10)
  hunter('power_checked', 10)
  if (!ownSound && facts.sound_available !== true) hunter('sound_rented', 14)
  if (facts.setting === 'outdoor' || facts.setting === 'both') hunter('rain_plan', 10)
  if (CEREMONIES.includes(facts.type)) hunter('key_moments', 10)
  if (facts.type === 'corporate') hunter('speeches_agreed', 7)
  if ((facts.guests ?? 0) >= 200) hunter('permits', 21)
  if (facts.type === 'festival') hunter('stage_order', 14)
  hunter('meals_and_water', 5)
  hunter('contact_on_the_day', 3)
  for (const { project_id, format, brings_sound } of facts.performers) {
    const musician = (key: string, days: number) =>
      items.push({ key, owner: 'musician', project_id, due_at: before(days).toISOString() })
    musician('set_list', 10)
    if (brings_sound) musician('own_sound_ready', 3)
    else musician('rider_sent', 14)
    if (format !== null && format !== 'solo') musician('line_up_confirmed', 7)
    musician('travel_planned', 3)
    musician('times_confirmed', 2)
  }
  return items
}

/** Reminders, by how long before the start; the position + 1 is its number. */
export const REMINDERS = ['days_14', 'days_7', 'hours_48', 'today'] as const

/** When each reminder is due; the last one at seven in the morning of the day, where the event is. */
export function reminderTimes(starts_at: string, zone: string): Date[] {
  const start = Date.parse(starts_at)
  const morning = instantOf(wallClock(starts_at, zone).day, '07:00', zone).getTime()
  return [start - 14 * DAY, start - 7 * DAY, start - 2 * DAY, Math.min(morning, start - HOUR)].map(
    (at) => new Date(at),
  )
}

/**
 * The reminder to send now, 1 to 4, or null. Those whose time was past when the event was made are left out,
 * and after a pause only the newest one is sent.
 * @param sent number of the last one that was dealt with
 */
export function reminderDue(
  event: { starts_at: string; zone: string; confirmed_at: string; sent: number },
  now: Date,
): number | null {
  if (now.getTime() >= Date.parse(event.starts_at)) return null
  const due = reminderTimes(event.starts_at, event.zone).reduce(
    (last, at, i) => (at <= now && at.getTime() > Date.parse(event.confirmed_at) ? i + 1 : last),
    0,
  )
  return due > event.sent ? due : null
}

/** What those who play are reminded of by: REMINDERS without the first, counted from the first call. */
const FIRST_GIG_REMINDER = 2

/**
 * The reminder to send now to those who play, 2 to 4 as in REMINDERS, or null: as the host's, but by the first call, and
 * whether anything is open or not.
 * @param event.first_call null while nobody plays
 */
export const gigReminderDue = (
  {
    first_call,
    gig_sent,
    ...event
  }: { first_call: string | null; gig_sent: number; zone: string; confirmed_at: string },
  now: Date,
): number | null =>
  first_call === null
    ? null
    : reminderDue({ ...event, starts_at: first_call, sent: Math.max(gig_sent, FIRST_GIG_REMINDER - 1) }, now)

/** Whether an upcoming event is due for something now: another state, or a reminder. */
export function isDue(
  event: {
    first_call: string | null
    gig_sent: number
    state: EventState
    starts_at: string
    ends_at: string
    zone: string
    confirmed_at: string
    sent: number
    open_items: number
  },
  now: Date,
): boolean {
  if (now.getTime() >= Date.parse(event.ends_at) + DELIVERED_AFTER) return true
  if (gigReminderDue(event, now) !== null) return true
  // Somebody else takes it out of its risk, not the clock.
  const isAtRisk = event.state === 'at_risk'
  if (now.getTime() >= Date.parse(event.starts_at)) return !isAtRisk && event.state !== 'live'
  if (reminderDue(event, now) !== null) return true
  return !isAtRisk && event.state !== (event.open_items === 0 ? 'ready' : 'confirmed')
}

/**
 * Calendar days that an entry is drawn on: the day it starts, and each day it goes on into for longer than
 * until six in the morning (a dance that ends at two still belongs to the evening before).
 */
export function daysOf(entry: { starts_at: string; ends_at: string }, zone: string): string[] {
  const first = wallClock(entry.starts_at, zone).day
  const end = wallClock(new Date(Date.parse(entry.ends_at) - 1), zone)
  const last = end.minutes < 6 * 60 && end.day > first ? addDays(end.day, -1) : end.day
  const days = [first]
  while ((days.at(-1) ?? last) < last && days.length < 400) days.push(addDays(days.at(-1) ?? last, 1))
  return days
}

/** An entry as a day shows it; `times` of another calendar may be in one. */
export type ShownEntry = CalendarEntry & { times: number }

/** So many times of another calendar are shown each by itself in a day; a full calendar is one entry with their number. */
const IMPORTED_SHOWN = 3

/** What a calendar shows on each day, in the order of the entries. */
export function entriesByDay(
  entries: readonly CalendarEntry[],
  zone: string,
): ReadonlyMap<string, readonly ShownEntry[]> {
  const byDay = new Map<string, ShownEntry[]>()
  for (const entry of entries)
    for (const day of daysOf(entry, zone)) {
      const shown = byDay.get(day)
      if (shown) shown.push({ ...entry, times: 1 })
      else byDay.set(day, [{ ...entry, times: 1 }])
    }
  for (const [day, shown] of byDay) byDay.set(day, folded(shown))
  return byDay
}

/** One day's entries, with many of a project's other calendars made one, from the first of them to the last. */
function folded(entries: readonly ShownEntry[]): ShownEntry[] {
  const imported = new Map<number, ShownEntry[]>()
  for (const entry of entries)
    if (entry.kind === 'imported')
      imported.set(entry.project_id, [...(imported.get(entry.project_id) ?? []), entry])
  return entries.flatMap((entry) => {
    const all = entry.kind === 'imported' ? (imported.get(entry.project_id) ?? []) : []
    if (all.length <= IMPORTED_SHOWN) return [entry]
    if (entry !== all[0]) return []
    const ends_at =
      all
        .map((one) => one.ends_at)
        .sort()
        .at(-1) ?? entry.ends_at
    return [{ ...entry, ends_at, times: all.length }]
  })
}

/** Weeks of a month (YYYY-MM) as rows of seven days, Monday first, with the neighbours' days that fill them. */
export function weeksOf(month: string): string[][] {
  const first = `${month}-01`
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const next = `${addDays(first, 31).slice(0, 7)}-01`
  const weeks: string[][] = []
  for (let day = addDays(first, -weekday); day < next; day = addDays(day, 7))
    weeks.push(Array.from({ length: 7 }, (_, i) => addDays(day, i)))
  return weeks
}

/** A month moved by n. */
export function addMonths(month: string, n: number): string {
  const at = new Date(`${month}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + n)
  return at.toISOString().slice(0, 7)
}
