import type { Intent } from '#features/hiring/plan/contract.ts'
import type { ArtistSays, HostSays } from './contract.day.ts'
import type { EventDetail, Performer, Schedule, SheetOf, StageBlock, StageProblem } from './contract.ts'
import { lengthOf, songLine } from './rules.day.ts'
import { documentsOf } from './rules.documents.ts'

/* The sheets of an event: who has which, and what they say. A sheet says the same on the screen and on paper. */

/** An event whose stage is planned. */
export type Staged = EventDetail & { stage_plan: NonNullable<EventDetail['stage_plan']> }

/** Whether an event's stage is planned. */
export const isStaged = (event: EventDetail): event is Staged => event.stage_plan !== null

/** Whose sheets somebody reads: the host everybody's, who plays their own. */
export const hasSheet = (event: Pick<EventDetail, 'side'>, performer: Pick<Performer, 'mine'>): boolean =>
  event.side === 'hunter' || performer.mine

/** A sheet: the stage for everybody, or the day of one who plays. */
export interface Sheet {
  event: Staged
  performer: Performer | null
}

/** The sheet of an event that is asked for; null where its reader has none, and as long as the stage isn't planned. */
export function sheetIn(event: EventDetail, of: SheetOf): Sheet | null {
  if (!isStaged(event)) return null
  if (of === 'stage') return { event, performer: null }
  const performer = event.performers.find(({ project_id }) => project_id === of)
  return performer && hasSheet(event, performer) ? { event, performer } : null
}

/** Says a text of namespace `business`. */
type Say<Key extends string> = (key: Key, values?: Record<string, string | number>) => string
type StageKey =
  | `stage.kinds.${StageBlock['kind']}`
  | `stage.${'arriving' | 'looked_for' | 'line_check_late'}`
  | `stage.${'changeover' | 'changeover_first' | 'line_check'}${'' | '_help'}`

/** How a language says what is on a stage. */
export interface Speech {
  t: Say<StageKey>
  /** Of a project; null: its owner's account was deleted. */
  nameOf: (name: string | null) => string
  intent: (intent: Intent) => string
  list: (items: readonly string[]) => string
}

/** What a moment is called: its own name, else what it is for. */
const momentOf = (
  { intent, title }: Pick<StageBlock, 'intent' | 'title'>,
  speech: Pick<Speech, 'intent'>,
): string | null => title ?? (intent ? speech.intent(intent) : null)

/** Every moment that somebody plays, in one sentence. */
export const momentsOf = (
  { moments }: Pick<Performer, 'moments'>,
  speech: Pick<Speech, 'intent' | 'list'>,
): string => speech.list(moments.flatMap((one) => momentOf(one, speech) ?? []))

/** One line of somebody's day. */
export interface ScheduleRow {
  name: string
  /** Null: at no time of its own. */
  at: string | null
  until: string | null
  isOnStage: boolean
}

type ScheduleKey =
  `events.schedule.${'call' | 'load_in' | 'soundcheck' | 'line_check' | 'set' | 'set_n' | 'load_out'}`

/** Somebody's day, hour by hour. */
export function scheduleRows(schedule: Schedule, t: Say<ScheduleKey>): ScheduleRow[] {
  const { sets, soundcheck_at } = schedule
  const row = (name: string, at: string | null): ScheduleRow => ({ name, at, until: null, isOnStage: false })
  return [
    row(t('events.schedule.call'), schedule.call_at),
    row(t('events.schedule.load_in'), schedule.load_in_at),
    // Without time for a check, lines are tried out as they come on.
    row(t(soundcheck_at ? 'events.schedule.soundcheck' : 'events.schedule.line_check'), soundcheck_at),
    ...sets.map((set, at) => ({
      name: sets.length > 1 ? t('events.schedule.set_n', { n: at + 1 }) : t('events.schedule.set'),
      at: set.starts_at,
      until: set.ends_at,
      isOnStage: true,
    })),
    row(t('events.schedule.load_out'), schedule.load_out_at),
  ]
}

type FactKey =
  | `events.facts.${'parking' | 'way_in' | 'power' | 'dress' | 'meals' | 'day_contact' | 'do_not_play' | 'must_play' | 'documents'}`
  | `events.own.${'set_list' | 'set_list_n' | 'songs' | 'minutes' | 'minutes_at_least' | 'meal_needs' | 'power_needs'}`

/** Something that a side says: in words, or as a list. */
export interface FactRow {
  name: string
  text: string
  items: readonly string[]
  /** Whether the list is played in this order. */
  isOrdered: boolean
  /** A number that can be called. */
  phone: string | null
}

const inWords = (name: string, text: string): FactRow[] =>
  text ? [{ name, text, items: [], isOrdered: false, phone: null }] : []
const asList = (name: string, items: readonly string[], isOrdered = false): FactRow[] =>
  items.length > 0 ? [{ name, text: '', items, isOrdered, phone: null }] : []

/** What the host says, without what isn't said. */
export function hostRows(says: HostSays, t: Say<FactKey>): FactRow[] {
  const words = (['parking', 'way_in', 'power', 'dress', 'meals'] as const).flatMap((key) =>
    inWords(t(`events.facts.${key}`), says[key]),
  )
  const { day_contact } = says
  const contact = day_contact
    ? inWords(t('events.facts.day_contact'), day_contact.name).map((row) => ({
        ...row,
        phone: day_contact.phone,
      }))
    : []
  return [
    ...contact,
    ...words,
    ...asList(t('events.facts.must_play'), says.must_play),
    ...asList(t('events.facts.do_not_play'), says.do_not_play),
  ]
}

/** What a project says to the host, set by set, without what isn't said. */
export function artistRows(says: ArtistSays, t: Say<FactKey>): FactRow[] {
  const { set_list, meal_needs, power_needs } = says
  const sets = set_list.flatMap(({ songs }, at) => {
    const { minutes, unsaid } = lengthOf(songs)
    const length =
      minutes > 0 && t(`events.own.${unsaid > 0 ? 'minutes_at_least' : 'minutes'}`, { count: minutes })
    const name = set_list.length > 1 ? t('events.own.set_list_n', { n: at + 1 }) : t('events.own.set_list')
    const count = t('events.own.songs', { count: songs.length })
    return asList(`${name} (${[count, length].filter(Boolean).join(', ')})`, songs.map(songLine), true)
  })
  return [
    ...sets,
    ...inWords(t('events.own.meal_needs'), meal_needs),
    ...inWords(t('events.own.power_needs'), power_needs),
  ]
}

/** What a side hands over for the evening, by its titles; the files are on the event's page. */
export const documentRows = (
  event: Pick<EventDetail, 'documents'>,
  project_id: number | null,
  t: Say<FactKey>,
): FactRow[] =>
  asList(
    t('events.facts.documents'),
    documentsOf(event, project_id).map(({ title }) => title),
  )

/** What doesn't fit on the stage; for one project, what of that is about it. */
export const problemsOf = ({ stage_plan }: Staged, only: number | null): StageProblem[] =>
  stage_plan.problems.filter(
    ({ project_id, after_project_id }) => only === null || project_id === only || after_project_id === only,
  )

/** How the plan of an event's stage is said in a language. */
export function stageWords(event: Staged, speech: Speech) {
  const { t } = speech
  const nameOfProject = (project_id: number | null): string => {
    const performer = event.performers.find((one) => one.project_id === project_id)
    return performer ? speech.nameOf(performer.name) : t('stage.looked_for')
  }
  return {
    nameOfProject,
    /** Who or what has the stage, and what for; what for is empty where it is said already. */
    block(block: StageBlock): { who: string; what: string } {
      const kind = t(`stage.kinds.${block.kind}`)
      const moment = momentOf(block, speech)
      switch (block.kind) {
        case 'set':
          return { who: nameOfProject(block.project_id), what: [kind, moment].filter(Boolean).join(' · ') }
        case 'ceremony':
          return { who: moment ?? kind, what: kind }
        case 'free': {
          const waiting = Date.parse(block.to) <= Date.parse(event.starts_at) ? t('stage.arriving') : null
          const who = moment ?? waiting
          return who ? { who, what: kind } : { who: kind, what: '' }
        }
        default:
          return { who: nameOfProject(block.project_id), what: kind }
      }
    },
    /** What doesn't fit, and what would help. */
    problem({ kind, project_id, after_project_id, needs, lacks }: StageProblem): {
      what: string
      help: string
    } {
      const name = nameOfProject(project_id)
      if (kind === 'line_check')
        return {
          what: t('stage.line_check', { name }),
          help: lacks === null ? t('stage.line_check_late') : t('stage.line_check_help', { count: lacks }),
        }
      const count = lacks ?? needs
      if (after_project_id === null)
        return {
          what: t('stage.changeover_first', { name, needs, count }),
          help: t('stage.changeover_first_help', { name }),
        }
      const before = nameOfProject(after_project_id)
      return {
        what: t('stage.changeover', { name, before, needs, count }),
        help: t('stage.changeover_help', { name, before }),
      }
    },
  }
}
