import { addDays, DAY, HOUR, instantOf, MINUTE, wallClock } from '#core/contract/time.ts'
import type { Intent } from '#features/hiring/plan/contract.ts'
import { LINE_CHECK, MOVE, OWN_SOUND } from '#features/hiring/plan/rules.changeover.ts'
import type { Format } from '#features/services/contract.ts'
import type { Schedule, StageBlock, StagePlan, StageProblem } from './contract.ts'

/*
 * One stage, one thing at a time. It is planned as festivals and weddings do it:
 *
 * - Soundchecks are done before the first guests come, in reverse order of playing: who plays last checks first and
 *   moves aside, who plays first checks last and stays set up (https://glueottawa.com/2017/05/04/tackies-bluesfest/).
 * - Where there isn't time for everybody, those who open do without: they get a line check in the changeover. The next
 *   ones come on, connect and check their lines between two sets, with guests there
 *   (https://www.prosoundweb.com/max-efficiency-a-simple-straightforward-process-for-quick-effective-festival-changeovers/).
 *
 * Sets stay where they were agreed. What doesn't fit beside them is said, and nothing is moved for it.
 */

/** A moment of the event. */
export interface StageMoment {
  from: string
  to: string
  intent: Intent
  title: string | null
  /** Somebody is hired for it. */
  live: boolean
  /** Who plays it; null: nobody of ours, or nobody yet. */
  project_id: number | null
}

/** What a project that plays needs. */
export interface StageProject {
  project_id: number
  /** Its line-up; null when it isn't known. */
  format: Format | null
  setup_minutes: number
  brings_sound: boolean
  /** Until when it is promised elsewhere on that day. */
  free_from: string | null
}

export interface StageFacts {
  /** In their order, without overlap, as a plan has them. */
  moments: readonly StageMoment[]
  projects: readonly StageProject[]
  /** From when the place can be entered. */
  opens_at: string
}

/** The first guests come so long before the first moment. */
const DOORS_BEFORE = 30 * MINUTE
/** Who plays is called so long before the instruments come in. */
const CALL_BEFORE = 15 * MINUTE

/** Minutes for a line-up whose service doesn't say what it is. */
const USUAL: Format = 'quartet'
const SOUNDCHECK: Record<Format, number> = { solo: 15, duo: 20, trio: 20, quartet: 30, band: 30 }
/** Nobody sets up, or packs up, in less. */
const SHORTEST_SET_UP = 15
const SHORTEST_LOAD_OUT = 30

/** Moments that need the stage to be quiet even where nobody of ours plays: no gear is moved in them. */
const QUIET: ReadonlySet<Intent> = new Set<Intent>([
  'ceremony',
  'speeches',
  'first_dance',
  'celebration',
  'ritual',
  'show',
  'workshop',
])

/** A stretch of time, milliseconds. */
interface Span {
  from: number
  to: number
}
type Block = Span & Pick<StageBlock, 'kind' | 'project_id' | 'intent' | 'title'>
type Played = Span & { moment: StageMoment; project_id: number | null }

interface Needs {
  project_id: number
  /** All in minutes. */
  set_up: number
  check: number
  move: number
  own_sound: number
  free_from: number
}

const minutes = ({ from, to }: Span) => Math.max(0, (to - from) / MINUTE)
const iso = (ms: number) => new Date(ms).toISOString()
const byStart = (a: Span, b: Span) => a.from - b.from || a.to - b.to

function needsOf({ project_id, format, setup_minutes, brings_sound, free_from }: StageProject): Needs {
  return {
    project_id,
    set_up: Math.max(SHORTEST_SET_UP, setup_minutes),
    check: SOUNDCHECK[format ?? USUAL],
    move: MOVE[format ?? USUAL],
    own_sound: brings_sound ? OWN_SOUND : 0,
    free_from: free_from === null ? Number.NEGATIVE_INFINITY : Date.parse(free_from),
  }
}

/** A span without what lies in others: none, one or several pieces. */
function without(span: Span, others: readonly Span[]): Span[] {
  return [...others].sort(byStart).reduce<Span[]>(
    (pieces, { from, to }) =>
      pieces.flatMap((piece) =>
        to <= piece.from || from >= piece.to
          ? [piece]
          : [
              { from: piece.from, to: Math.min(from, piece.to) },
              { from: Math.max(to, piece.from), to: piece.to },
            ].filter((one) => one.to > one.from),
      ),
    [span],
  )
}

/** What is done before the first guests come. */
interface Early {
  blocks: Block[]
  /** How many minutes are missing for everybody to set up and check. */
  lacks: number
}

/**
 * Set-ups and soundchecks before the doors, in reverse order of playing and up to the doors. Where there is too little
 * time, who plays first sets up in any case, as there is no changeover before them; then everybody else sets up, and
 * soundchecks are given from the last to play on.
 */
function beforeDoors(order: readonly Needs[], opens: number, doors: number): Early {
  const wanted = order.reduce((sum, { set_up, check }) => sum + set_up + check, 0)
  let left = Math.max(0, (doors - opens) / MINUTE)
  const lacks = Math.max(0, Math.ceil(wanted - left))
  const fits = (need: number) => {
    if (need > left) return false
    left -= need
    return true
  }
  const [first, ...others] = order
  const setUp = new Set([...(first ? [first] : []), ...others.toReversed()].filter((one) => fits(one.set_up)))
  const checked = new Set(order.toReversed().filter((one) => setUp.has(one) && fits(one.check)))
  const blocks: Block[] = []
  let until = doors
  for (const one of order) {
    for (const kind of ['soundcheck', 'set_up'] as const) {
      if (!(kind === 'set_up' ? setUp : checked).has(one)) continue
      const from = until - (kind === 'set_up' ? one.set_up : one.check) * MINUTE
      blocks.unshift({ from, to: until, kind, project_id: one.project_id, intent: null, title: null })
      until = from
    }
  }
  return { blocks, lacks }
}

/** The same with those who can be there by then. */
function early(order: readonly Needs[], opens: number, doors: number): Early & { absent: Set<number> } {
  const absent = new Set<number>()
  for (;;) {
    const there = order.filter(({ project_id }) => !absent.has(project_id))
    const laid = beforeDoors(there, opens, doors)
    const late = there.find(({ project_id, free_from }) =>
      laid.blocks.some((one) => one.project_id === project_id && one.from - CALL_BEFORE < free_from),
    )
    if (!late) return { ...laid, absent }
    absent.add(late.project_id)
  }
}

/**
 * Plans the stage of an event over everybody who plays: who sets up, checks, plays and changes over when, and from that
 * one schedule for each project, whatever number of sets it has. The same facts always give the same plan.
 * @returns the timetable with what doesn't fit, and the schedules by project
 */
export function planStage({ moments, projects, opens_at }: StageFacts): {
  plan: StagePlan
  schedules: Map<number, Schedule>
} {
  const opens = Date.parse(opens_at)
  const spans = moments
    .map((moment) => ({ moment, from: Date.parse(moment.from), to: Date.parse(moment.to) }))
    .sort(byStart)
  const sets: Played[] = spans
    .filter(({ moment }) => moment.live)
    .map((one) => ({ ...one, project_id: one.moment.project_id }))
  const others = spans
    .filter(({ moment }) => !moment.live)
    .flatMap(({ moment, ...span }) => without(span, sets).map((piece) => ({ ...piece, moment })))
  const quiet = others.filter(({ moment }) => QUIET.has(moment.intent))
  const start = spans[0]?.from ?? opens
  const doors = start - DOORS_BEFORE

  const known = new Map(projects.map((one) => [one.project_id, needsOf(one)]))
  const order = [...new Set(sets.flatMap(({ project_id }) => project_id ?? []))].flatMap(
    (project_id) => known.get(project_id) ?? [],
  )
  const before = early(order, opens, doors)
  const during = changeoversOf({ sets, quiet, known, early: before.blocks, from: Math.max(doors, opens) })

  const taken: Block[] = [
    ...before.blocks,
    ...during.blocks,
    ...sets.map(({ moment: { intent, title }, ...set }) => ({ ...set, kind: 'set' as const, intent, title })),
    ...quiet.map(({ moment: { intent, title }, ...span }) => ({
      ...span,
      ...{ kind: 'ceremony' as const, project_id: null, intent, title },
    })),
  ].sort(byStart)
  const schedules = new Map(
    order.map((needs) => [
      needs.project_id,
      scheduleOf(needs, taken, { opens, needed: during.needed.get(needs.project_id) ?? 0 }),
    ]),
  )
  const unchecked = order.flatMap(({ project_id, check }): StageProblem[] => {
    const schedule = schedules.get(project_id)
    if (schedule?.soundcheck_at !== null) return []
    const lacks = before.absent.has(project_id) ? null : before.lacks
    const at = schedule.sets[0]?.starts_at ?? iso(start)
    return [{ kind: 'line_check', project_id, after_project_id: null, at, needs: check, lacks }]
  })
  return {
    plan: {
      opens_at: iso(opens),
      doors_at: iso(doors),
      blocks: withFree(taken, others, { from: doors, to: Math.max(start, ...spans.map(({ to }) => to)) }).map(
        ({ from, to, ...block }) => ({ from: iso(from), to: iso(to), ...block }),
      ),
      problems: [...unchecked, ...during.problems],
    },
    schedules,
  }
}

interface Changes {
  sets: readonly Played[]
  quiet: readonly Span[]
  known: ReadonlyMap<number, Needs>
  early: readonly Block[]
  /** Before that, the stage is prepared. */
  from: number
}

/**
 * Changeovers before the sets of those who aren't on stage yet, as late as there is time for them: with recorded music or
 * in a gap, never in a set nor where the stage is quiet. Who hasn't set up before the doors does it there.
 * @returns also what of them doesn't fit, and the minutes that each project's first one takes
 */
function changeoversOf({ sets, quiet, known, early, from }: Changes) {
  const blocks: Block[] = []
  const problems: StageProblem[] = []
  const needed = new Map<number, number>()
  const ready = new Set(early.map(({ project_id }) => project_id))
  /** Who is set up on stage: who checked last before the doors stays there. */
  let onStage = early.at(-1)?.project_id ?? null
  let free_from = from
  for (const set of sets) {
    const next = set.project_id === null ? undefined : known.get(set.project_id)
    if (next && next.project_id !== onStage) {
      const last = onStage === null ? undefined : known.get(onStage)
      const moving = Math.max(next.move, last?.move ?? 0)
      const coming = ready.has(next.project_id) ? moving : Math.max(moving, next.set_up)
      const needs = coming + LINE_CHECK + next.own_sound
      const pieces = without({ from: Math.max(free_from, next.free_from), to: set.from }, quiet)
      const longest = pieces.reduce(
        (best, piece) => (best && minutes(best) > minutes(piece) ? best : piece),
        undefined as Span | undefined,
      )
      const where = pieces.findLast((piece) => minutes(piece) >= needs) ?? longest
      const has = where ? Math.floor(Math.min(needs, minutes(where))) : 0
      if (where && has > 0) {
        const { intent, title } = set.moment
        const span = { from: where.to - has * MINUTE, to: where.to }
        blocks.push({ ...span, kind: 'changeover', project_id: next.project_id, intent, title })
      }
      if (has < needs)
        problems.push({
          kind: 'changeover',
          project_id: next.project_id,
          after_project_id: onStage,
          at: iso(set.from),
          needs,
          lacks: needs - has,
        })
      if (!needed.has(next.project_id)) needed.set(next.project_id, needs)
    }
    if (next) ready.add(next.project_id)
    onStage = set.project_id
    free_from = Math.max(free_from, set.to)
  }
  return { blocks, problems, needed }
}

/**
 * When a project has to be where, from what it has on the stage. Who sets up in the changeover waits beside the stage
 * with everything at hand.
 */
function scheduleOf(
  { project_id, set_up, free_from }: Needs,
  taken: readonly Block[],
  { opens, needed }: { opens: number; needed: number },
): Schedule {
  const own = taken.filter((block) => block.project_id === project_id)
  const sets = own.filter(({ kind }) => kind === 'set')
  const first = sets[0]?.from ?? opens
  const last = Math.max(first, ...sets.map(({ to }) => to))
  const ahead = own.find(({ kind }) => kind === 'set_up')
  const changeover = own.find(({ kind }) => kind === 'changeover')
  const soonest = Math.max(opens, free_from)
  const beside = Math.max(soonest, Math.min(changeover?.from ?? first, first - needed * MINUTE))
  const load_in = Math.min(first, ahead?.from ?? beside)
  const call = Math.min(load_in, Math.max(soonest, load_in - CALL_BEFORE))
  const soundcheck = own.find(({ kind }) => kind === 'soundcheck')
  return {
    call_at: iso(call),
    load_in_at: iso(load_in),
    soundcheck_at: soundcheck ? iso(soundcheck.from) : null,
    sets: sets.map(({ from, to }) => ({ starts_at: iso(from), ends_at: iso(to) })),
    ends_at: iso(last),
    load_out_at: iso(last + Math.max(SHORTEST_LOAD_OUT, set_up) * MINUTE),
  }
}

/** Blocks with what is free between them, from the doors at the latest to the end, by the moments that it lies in. */
function withFree(
  taken: readonly Block[],
  others: readonly (Span & { moment: StageMoment })[],
  { from, to }: Span,
): Block[] {
  const whole = { from: Math.min(from, ...taken.map((one) => one.from)), to }
  const free = without(whole, taken)
  const inMoments = others.flatMap(({ moment: { intent, title }, ...span }) =>
    free.flatMap((gap) =>
      without(gap, [
        { from: Number.NEGATIVE_INFINITY, to: span.from },
        { from: span.to, to: Number.POSITIVE_INFINITY },
      ]).map((piece) => ({ ...piece, intent, title })),
    ),
  )
  const between = free
    .flatMap((gap) => without(gap, inMoments))
    .map((gap) => ({ ...gap, intent: null, title: null }))
  return [
    ...taken,
    ...[...inMoments, ...between].map((one) => ({ ...one, kind: 'free' as const, project_id: null })),
  ].sort(byStart)
}

const ENTERED_BEFORE = 8 * HOUR
const ENTERED_AT_LEAST = 2 * HOUR
/** Until then a night goes on; what begins later is of the new day, as a serenade at five is. */
const SMALL_HOURS = '03:00'

/**
 * From when a place can be entered, while nobody has said so: eight hours before the first moment, but not before six in
 * the morning there; two hours before in any case. What begins in the small hours belongs to the evening before.
 */
export function usualOpening(starts_at: string, zone: string): string {
  const start = Date.parse(starts_at)
  const { day, time } = wallClock(starts_at, zone)
  const six = instantOf(time < SMALL_HOURS ? addDays(day, -1) : day, '06:00', zone).getTime()
  return iso(Math.min(start - ENTERED_AT_LEAST, Math.max(start - ENTERED_BEFORE, six)))
}

/** Whether a place may be entered from then on: before the event begins, and within two days of it. */
export const isOpening = (opens_at: string, starts_at: string): boolean =>
  Date.parse(opens_at) < Date.parse(starts_at) && Date.parse(opens_at) >= Date.parse(starts_at) - 2 * DAY
