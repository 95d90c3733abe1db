import type { Intent } from '#features/hiring/plan/contract.ts'
import type { EventDetail, Performer, Schedule, SheetOf, StageBlock, StageProblem } from './contract.ts'

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
