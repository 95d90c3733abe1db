import { type EventType, GENRES, type Genre } from '#features/services/contract.ts'
import type { Brief, BriefDraft, BriefSection, EnergyCurve, Objective } from './contract.ts'

/** What a brief of a type of event means where it doesn't say. */
interface Custom {
  kind: Objective
  setting: Brief['event']['setting']
  energy: EnergyCurve
  /** What is usually played there: each moment of its plan finds a genre of its own among them. */
  genres: readonly Genre[]
}

const custom = (
  kind: Objective,
  setting: Custom['setting'],
  energy: EnergyCurve,
  genres: readonly Genre[],
): Custom => ({ kind, setting, energy, genres })

/** The custom of each type of event in the region; the genres are those that suit the moments of its plan. */
const CUSTOMS: Record<EventType, Custom> = {
  wedding: custom('dance_floor', 'both', 'rising', [
    'bolero',
    'jazz',
    'latin',
    'salsa',
    'cumbia',
    'merengue',
  ]),
  corporate: custom('ambience', 'indoor', 'steady', ['jazz', 'latin', 'pop', 'bolero']),
  birthday: custom('dance_floor', 'indoor', 'rising', [
    'latin',
    'salsa',
    'cumbia',
    'merengue',
    'pop',
    'mariachi',
  ]),
  quinceanera: custom('dance_floor', 'indoor', 'peak_late', ['pop', 'latin', 'cumbia', 'reggaeton', 'salsa']),
  restaurant_bar: custom('sales', 'indoor', 'waves', ['jazz', 'bolero', 'trova', 'latin', 'pop']),
  festival: custom('dance_floor', 'outdoor', 'peak_late', [
    'rock',
    'cumbia',
    'latin',
    'pop',
    'salsa',
    'reggae',
  ]),
  religious: custom('ceremony', 'indoor', 'calm', ['gospel', 'classical', 'latin', 'marimba']),
  cultural: custom('learning', 'both', 'waves', ['marimba', 'folk', 'latin', 'classical', 'jazz']),
  school: custom('learning', 'indoor', 'steady', ['pop', 'latin', 'folk', 'rock']),
  private_party: custom('dance_floor', 'indoor', 'rising', [
    'latin',
    'salsa',
    'cumbia',
    'bolero',
    'jazz',
    'pop',
  ]),
  other: custom('ambience', 'indoor', 'steady', ['latin', 'pop', 'jazz', 'bolero', 'salsa']),
}

type Paths = {
  [Section in BriefSection]: `${Section}.${Extract<keyof Brief[Section], string>}`
}[BriefSection]

/** Fields that a brief may leave open: the plan goes by the custom of the type until somebody says. */
export const ASSUMABLE_FIELDS = [
  'objective.kind',
  'event.setting',
  'sound.genres_liked',
  'sound.energy',
  'technical.sound_available',
  'technical.power_available',
] as const satisfies readonly Paths[]

export type AssumableField = (typeof ASSUMABLE_FIELDS)[number]

/**
 * What is assumed of a brief, whether it says so itself or not: by its type, without a genre that it forbids. A place
 * is taken to have power and no sound system, so that nobody arrives without what it takes to play.
 */
export function customOf({ event, sound }: BriefDraft) {
  const { kind, setting, energy, genres } = CUSTOMS[event?.type ?? 'other']
  const forbidden = sound?.genres_forbidden ?? []
  const allowed = (some: readonly Genre[]) => some.filter((genre) => !forbidden.includes(genre))
  const usual = allowed(genres)
  return {
    objective: { kind },
    event: { setting },
    sound: { genres_liked: usual.length > 0 ? usual : allowed(GENRES), energy },
    technical: { sound_available: false, power_available: true },
  } as const
}

/** Which of them a brief leaves open, as dotted paths. */
export function assumedIn(brief: BriefDraft): AssumableField[] {
  const says: Record<AssumableField, unknown> = {
    'objective.kind': brief.objective?.kind,
    'event.setting': brief.event?.setting,
    'sound.genres_liked': brief.sound?.genres_liked?.[0],
    'sound.energy': brief.sound?.energy,
    'technical.sound_available': brief.technical?.sound_available,
    'technical.power_available': brief.technical?.power_available,
  }
  return ASSUMABLE_FIELDS.filter((path) => says[path] === undefined || says[path] === null)
}

/** The brief with what is assumed where it is silent. What it says stays. */
export function withAssumed(brief: BriefDraft): BriefDraft {
  const open = new Set(assumedIn(brief))
  const usual = customOf(brief)
  const filled: Record<string, Record<string, unknown>> = { ...brief }
  for (const path of open) {
    const [section, field] = path.split('.') as [keyof typeof usual, string]
    filled[section] = { ...filled[section], [field]: (usual[section] as Record<string, unknown>)[field] }
  }
  return filled as BriefDraft
}
