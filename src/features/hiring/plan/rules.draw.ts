import { MINUTE } from '#core/contract/time.ts'
import {
  type EventType,
  FORMAT_SIZES,
  FORMATS,
  type Format,
  type Genre,
} from '#features/services/contract.ts'
import type { Brief, EnergyCurve, Sentence } from '../brief/contract.ts'
import { spanOfBrief } from '../brief/rules.ts'
import type { Intent, Moment, Variant, Volume } from './contract.ts'
import { changeoverBetween } from './rules.changeover.ts'

/** A moment before it is saved: it has no slot of its own yet. */
export type DrawnMoment = Omit<Moment, 'slot_id' | 'position' | 'approved'>

interface Beat {
  intent: Intent
  /** Share of the event's time, relative to the other beats. */
  time: number
  energy: number
  /** Line-up of each variant; none = recorded music. */
  essential: Format | null
  recommended: Format | null
  /** Genres that suit it by custom, best first. */
  suits: readonly Genre[]
  /** How much it matters: where the money doesn't reach for all, the lighter ones go without live music first. */
  weight: number
  required: boolean
}

const beat = (
  intent: Intent,
  time: number,
  energy: number,
  [essential, recommended]: readonly [Format | null, Format | null],
  suits: readonly Genre[],
  { weight = 1, required = false }: { weight?: number; required?: boolean } = {},
): Beat => ({ intent, time, energy, essential, recommended, suits, weight, required })

const must = { required: true }
const star = { required: true, weight: 1.2 }

/**
 * What each type of event is made of. At least one moment of each is required. Live moments are acts of their own:
 * who plays is paid for an act, so a last song or a break between sets is recorded music.
 */
const TEMPLATES: Record<EventType, readonly Beat[]> = {
  wedding: [
    beat('ceremony', 12, 1, ['solo', 'duo'], ['classical', 'jazz', 'bolero', 'latin'], must),
    beat('cocktail', 16, 2, [null, 'duo'], ['jazz', 'bolero', 'latin', 'pop']),
    beat('meal', 22, 2, [null, 'trio'], ['jazz', 'bolero', 'latin', 'classical']),
    beat('speeches', 6, 1, [null, null], ['classical', 'jazz']),
    beat('first_dance', 6, 3, [null, null], ['bachata', 'pop', 'latin']),
    beat('dance', 32, 4, ['band', 'band'], ['salsa', 'cumbia', 'merengue', 'latin', 'pop'], star),
    beat('closing', 6, 5, [null, null], ['merengue', 'salsa', 'reggaeton', 'pop']),
  ],
  corporate: [
    beat('welcome', 18, 2, [null, 'duo'], ['jazz', 'latin', 'pop']),
    beat('speeches', 22, 1, [null, null], ['jazz', 'classical']),
    beat('cocktail', 34, 2, ['duo', 'trio'], ['jazz', 'latin', 'pop'], must),
    beat('show', 18, 4, [null, 'quartet'], ['pop', 'funk', 'latin', 'rock'], { weight: 1.2 }),
    beat('closing', 8, 3, [null, null], ['pop', 'latin', 'jazz']),
  ],
  birthday: [
    beat('welcome', 16, 2, [null, null], ['pop', 'latin', 'jazz']),
    beat('meal', 26, 2, [null, 'duo'], ['latin', 'trova', 'pop', 'jazz']),
    beat('celebration', 10, 4, ['trio', 'trio'], ['mariachi', 'ranchera', 'latin', 'pop'], must),
    beat('dance', 40, 4, ['trio', 'band'], ['salsa', 'cumbia', 'merengue', 'reggaeton', 'latin'], star),
    beat('closing', 8, 5, [null, null], ['merengue', 'reggaeton', 'latin']),
  ],
  quinceanera: [
    beat('ceremony', 14, 1, [null, 'duo'], ['classical', 'pop']),
    beat('welcome', 12, 2, [null, null], ['pop', 'latin']),
    beat('first_dance', 10, 3, ['trio', 'quartet'], ['classical', 'pop', 'latin'], must),
    beat('meal', 20, 2, [null, 'duo'], ['pop', 'latin', 'jazz']),
    beat('dance', 36, 4, ['trio', 'band'], ['reggaeton', 'pop', 'cumbia', 'merengue', 'salsa'], star),
    beat('closing', 8, 5, [null, null], ['reggaeton', 'electronic', 'merengue']),
  ],
  restaurant_bar: [
    beat('background', 34, 2, [null, 'solo'], ['jazz', 'bolero', 'trova', 'latin', 'pop']),
    beat('show', 34, 3, ['duo', 'trio'], ['latin', 'pop', 'jazz', 'rock'], must),
    beat('break', 8, 2, [null, null], ['jazz', 'pop']),
    beat('peak', 24, 4, [null, 'duo'], ['latin', 'rock', 'pop', 'salsa']),
  ],
  festival: [
    beat('warm_up', 24, 3, [null, 'quartet'], ['reggae', 'pop', 'latin', 'rock']),
    beat('show', 32, 4, ['band', 'band'], ['rock', 'cumbia', 'latin', 'pop'], must),
    beat('break', 8, 2, [null, null], ['electronic', 'pop']),
    beat('peak', 30, 5, [null, 'band'], ['salsa', 'punta', 'rock', 'reggaeton', 'electronic'], {
      weight: 1.3,
    }),
    beat('closing', 6, 5, [null, null], ['merengue', 'electronic', 'latin']),
  ],
  religious: [
    beat('welcome', 16, 1, [null, 'solo'], ['classical', 'gospel', 'latin']),
    beat('ritual', 58, 1, ['duo', 'trio'], ['gospel', 'classical', 'latin'], must),
    beat('celebration', 18, 3, [null, 'duo'], ['gospel', 'marimba', 'latin', 'pop']),
    beat('closing', 8, 2, [null, null], ['latin', 'classical', 'pop']),
  ],
  cultural: [
    beat('welcome', 16, 2, [null, 'solo'], ['marimba', 'classical', 'jazz', 'latin']),
    beat('show', 40, 3, ['trio', 'quartet'], ['folk', 'marimba', 'latin', 'classical', 'jazz'], star),
    beat('break', 10, 1, [null, null], ['jazz', 'classical']),
    beat('peak', 26, 4, [null, 'trio'], ['punta', 'latin', 'salsa', 'jazz']),
    beat('closing', 8, 2, [null, null], ['latin', 'classical', 'jazz']),
  ],
  school: [
    beat('welcome', 14, 3, [null, null], ['pop', 'latin']),
    beat('workshop', 32, 3, [null, 'duo'], ['folk', 'pop', 'latin', 'classical']),
    beat('show', 44, 4, ['trio', 'quartet'], ['pop', 'rock', 'latin'], star),
    beat('closing', 10, 4, [null, null], ['pop', 'merengue', 'latin']),
  ],
  private_party: [
    beat('welcome', 18, 2, [null, null], ['jazz', 'pop', 'latin']),
    beat('meal', 26, 2, [null, 'duo'], ['bolero', 'latin', 'jazz', 'pop']),
    beat('dance', 48, 4, ['trio', 'band'], ['salsa', 'cumbia', 'latin', 'reggaeton', 'pop'], star),
    beat('closing', 8, 5, [null, null], ['merengue', 'salsa', 'reggaeton']),
  ],
  other: [
    beat('welcome', 22, 2, [null, 'solo'], ['pop', 'jazz', 'latin']),
    beat('show', 50, 3, ['duo', 'trio'], ['latin', 'pop', 'jazz'], must),
    beat('closing', 28, 4, [null, 'duo'], ['latin', 'pop', 'salsa']),
  ],
}

/** How lively a genre is by nature, 1 to 5. */
const LIVELINESS: Record<Genre, number> = {
  classical: 1,
  bolero: 1.5,
  gospel: 2,
  jazz: 2,
  trova: 2,
  blues: 2.5,
  folk: 2.5,
  marimba: 2.5,
  ranchera: 3,
  bachata: 3,
  latin: 3,
  mariachi: 3.5,
  pop: 3,
  reggae: 3,
  funk: 4,
  rock: 4,
  cumbia: 4.5,
  salsa: 4.5,
  punta: 5,
  merengue: 5,
  reggaeton: 4.5,
  electronic: 5,
}

const STEP = 5 * MINUTE
/** A moment isn't drawn shorter, nor edited shorter than half of it. */
export const SHORTEST_MOMENT = 20 * MINUTE

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** Moments that fit the time: optional ones go first, the shortest of them before the longer. */
function fitting(beats: readonly Beat[], length: number): Beat[] {
  const chosen = [...beats]
  const shortest = () => {
    const total = chosen.reduce((sum, { time }) => sum + time, 0)
    return Math.min(...chosen.map(({ time }) => (time / total) * length))
  }
  while (chosen.length > 1 && shortest() < SHORTEST_MOMENT) {
    const optional = chosen.filter(({ required }) => !required)
    const from = optional.length > 0 ? optional : chosen
    const shortestOne = from.reduce((least, one) => (one.time < least.time ? one : least))
    chosen.splice(chosen.indexOf(shortestOne), 1)
  }
  return chosen
}

/** The beats laid over the real time, in steps of five minutes, one after the other. */
function stretched(beats: readonly Beat[], from: number, to: number): { from: number; to: number }[] {
  const total = beats.reduce((sum, { time }) => sum + time, 0)
  let done = 0
  let start = from
  return beats.map((one, i) => {
    done += one.time
    const end = i === beats.length - 1 ? to : from + Math.round(((to - from) * done) / total / STEP) * STEP
    const span = { from: start, to: end }
    start = end
    return span
  })
}

/** The line-up that a beat is drawn with where somebody plays it; null for recorded music. */
const wantedFor = ({ recommended, essential }: Beat, brief: Brief): Format | null => {
  const format = recommended ?? essential
  return format && lineUpFor(format, brief, 'recommended')
}

/**
 * Beats that are both to be played live leave the stage time to change over: of the later one's beginning, else of the
 * earlier one's end, where that stays long enough; else none.
 */
function apart(
  beats: readonly Beat[],
  spans: readonly { from: number; to: number }[],
  brief: Brief,
): { from: number; to: number }[] {
  const laid = spans.map((span) => ({ ...span }))
  const canGive = (span: { from: number; to: number }, gap: number) =>
    span.to - span.from - gap >= SHORTEST_MOMENT
  beats.forEach((beat, i) => {
    const [earlier, later] = [laid[i - 1], laid[i]]
    const before = beats[i - 1] && wantedFor(beats[i - 1] as Beat, brief)
    const after = wantedFor(beat, brief)
    if (!earlier || !later || !before || !after) return
    const gap = changeoverBetween(before, after)
    if (canGive(later, gap)) later.from += gap
    else if (canGive(earlier, gap)) earlier.to -= gap
  })
  return laid
}

/** Energy of a beat under the curve that the hunter chose. */
function bent(energy: number, curve: EnergyCurve, at: number, i: number): number {
  switch (curve) {
    case 'calm':
      return clamp(energy - 1, 1, 3)
    case 'steady':
      return clamp(Math.round((energy + 3) / 2), 2, 4)
    case 'rising':
      return clamp(Math.round((energy + 1 + 4 * at) / 2), 1, 5)
    case 'peak_late':
      return clamp(energy + (at >= 0.7 ? 1 : at < 0.4 ? -1 : 0), 1, 5)
    case 'waves':
      return clamp(energy + (i % 2 === 0 ? -1 : 1), 1, 5)
  }
}

/** Loudness that fits the energy and that the place allows. */
export function volumeOf(energy: number, noise_limit_db: number | null): Volume {
  const wanted: Volume = energy >= 4 ? 'high' : energy === 3 ? 'medium' : 'low'
  if (noise_limit_db === null) return wanted
  if (noise_limit_db < 75) return 'low'
  if (noise_limit_db < 92 && wanted === 'high') return 'medium'
  return wanted
}

/** The line-up for a beat: what the hunter preferred, what the stage holds, what the guests are many enough for. */
function lineUpFor(format: Format, brief: Brief, variant: Variant): Format {
  let size = FORMATS.indexOf(format)
  const { guests } = brief.event
  if (guests <= 30) size -= 1
  if (guests >= 400 && variant === 'recommended') size += 1
  size = clamp(size, 0, FORMATS.length - 1)
  const preferred = brief.technical.formats
  if (preferred.length > 0)
    size = preferred
      .map((one) => FORMATS.indexOf(one))
      .reduce((near, one) => (Math.abs(one - size) < Math.abs(near - size) ? one : near))
  while (size > 0 && !hasRoom(FORMATS[size] ?? 'solo', brief.technical.stage_m2)) size -= 1
  return FORMATS[size] ?? 'solo'
}

/** Two square metres a person at the very least; a stage of 0 says that there is none. */
const hasRoom = (format: Format, stage_m2: number | null): boolean =>
  stage_m2 === null || stage_m2 <= 0 || FORMAT_SIZES[format] * 2 <= stage_m2

/** A liked genre for each beat: near its energy, fit by custom, each one played before the next repeats. */
function genresFor(beats: readonly { energy: number; suits: readonly Genre[] }[], brief: Brief): Genre[] {
  const forbidden = new Set(brief.sound.genres_forbidden)
  const liked = [...new Set(brief.sound.genres_liked)].filter((genre) => !forbidden.has(genre))
  const used = new Map<Genre, number>()
  return beats.map(({ energy, suits }) => {
    const choices = liked.length > 0 ? liked : suits.filter((genre) => !forbidden.has(genre))
    const misfit = (genre: Genre) =>
      Math.abs(LIVELINESS[genre] - energy) +
      (suits.includes(genre) ? 0.2 * suits.indexOf(genre) : 1.2) +
      0.6 * (used.get(genre) ?? 0)
    const best = choices.reduce((least, genre) => (misfit(genre) < misfit(least) ? genre : least))
    used.set(best, (used.get(best) ?? 0) + 1)
    return best
  })
}

/** What the musicians can prepare from: texts of `order.repertoire`. */
export function repertoireOf(genre: Genre, energy: number, intent: Intent): string[] {
  const mood = energy <= 2 ? 'calm' : energy === 3 ? 'warm' : 'high'
  const own = (['ceremony', 'first_dance', 'celebration', 'ritual', 'closing', 'workshop'] as const).find(
    (one) => one === intent,
  )
  return [`genre_${genre}`, `mood_${mood}`, ...(own ? [`at_${own}`] : [])]
}

const KPI: Record<Intent, (guests: number) => Sentence['values']> = {
  welcome: () => ({ minutes: 10 }),
  ceremony: () => ({ minutes: 5 }),
  cocktail: () => ({ pct: 80 }),
  meal: () => ({ pct: 90 }),
  speeches: () => ({}),
  first_dance: () => ({ minutes: 5 }),
  celebration: () => ({ pct: 90 }),
  ritual: () => ({ minutes: 5 }),
  show: () => ({ pct: 70 }),
  warm_up: () => ({ pct: 30 }),
  dance: (guests) => ({ pct: 50, people: Math.round(guests / 2) }),
  peak: (guests) => ({ pct: 60, people: Math.round(guests * 0.6) }),
  background: () => ({ minutes: 60 }),
  workshop: () => ({ pct: 80 }),
  break: () => ({ minutes: 15 }),
  closing: () => ({ pct: 60 }),
}

/** What to look at in a moment, to know whether it worked. */
export const kpiOf = (intent: Intent, guests: number): Sentence => ({
  key: `kpi.${intent}`,
  values: KPI[intent](guests),
})

/** A moment that is laid over the event's time, before anybody is chosen to play it. */
export interface BareMoment
  extends Pick<Beat, 'intent' | 'energy' | 'essential' | 'recommended' | 'weight' | 'required'> {
  from: number
  to: number
  minutes: number
  genre: Genre
  /** Its part of the event's time, relative to the others. */
  time: number
}

/** What an event is made of, as the brief has it: the type's template over its real times, energy and genres. */
export function bareMoments(brief: Brief): BareMoment[] {
  const span = spanOfBrief(brief)
  if (!span) return []
  const [from, to] = [span.starts_at.getTime(), span.ends_at.getTime()]
  const beats = fitting(TEMPLATES[brief.event.type], to - from)
  const spans = apart(beats, stretched(beats, from, to), brief)
  const bare = beats.map((one, i) => {
    const at = spans[i] ?? { from, to }
    const energy = bent(one.energy, brief.sound.energy, (at.from - from) / Math.max(1, to - from), i)
    return { ...one, ...at, energy, minutes: (at.to - at.from) / MINUTE }
  })
  const genres = genresFor(bare, brief)
  return bare.map(({ suits, ...one }, i) => ({ ...one, genre: genres[i] ?? suits[0] ?? 'latin' }))
}

/**
 * Line-ups that may play a moment, the most wanted first: that of the variant, then smaller ones; for a moment that the
 * event needs also larger ones at last.
 */
export function formatsFor({ required, ...beat }: BareMoment, brief: Brief, variant: Variant): Format[] {
  const template = beat[variant]
  if (!template) return []
  const wanted = lineUpFor(template, brief, variant)
  const size = FORMATS.indexOf(wanted)
  const { formats, stage_m2 } = brief.technical
  const others = FORMATS.filter((one) => formats.length === 0 || formats.includes(one))
  const smaller = others.filter((one) => FORMATS.indexOf(one) < size).reverse()
  const larger = others.filter((one) => FORMATS.indexOf(one) > size && hasRoom(one, stage_m2))
  return [wanted, ...smaller, ...(required ? larger : [])]
}

/** A moment as it is drawn, with whoever plays it and what is planned for it. */
export const drawnMoment = (
  { from, to, intent, energy, genre }: BareMoment,
  brief: Brief,
  played: { format: Format; cost: number; required: boolean } | null,
): DrawnMoment => ({
  from: new Date(from).toISOString(),
  to: new Date(to).toISOString(),
  intent,
  title: null,
  energy,
  genre,
  format: played?.format ?? null,
  volume: volumeOf(energy, brief.technical.noise_limit_db),
  repertoire: repertoireOf(genre, energy, intent),
  cost: played?.cost ?? 0,
  kpi: kpiOf(intent, brief.event.guests),
  required: played?.required ?? false,
})
