import type { StepRow } from '#core/contract/steps.ts'
import { PICTURE_ADDRESS } from '#features/files/contract.ts'
import {
  type Category,
  INSTRUMENTS,
  type Media,
  type Modality,
  PACKAGE_SIZES,
  type PackageSize,
  type Service,
  type ServiceDraft,
  type ServiceStatus,
  type ServiceStep,
} from './contract.ts'

/** draft → active ⇄ inactive; any → archived. Buttons and the server's check read the same table. */
export const SERVICE_STEPS = {
  activate: { from: ['draft', 'inactive'], to: 'active', by: 'owner' },
  deactivate: { from: ['active'], to: 'inactive', by: ['owner', 'clock'] },
  archive: { from: ['draft', 'active', 'inactive'], to: 'archived', by: ['owner', 'clock'] },
} as const satisfies Record<ServiceStep, StepRow<ServiceStatus, 'owner' | 'clock'>>

/** Whether a search lists whoever offers a category: events look for live music, students for lessons; the rest shows on profiles. */
export const isSearched = (category: Category): boolean =>
  category === 'MUSIC_SETTING' || category === 'MUSIC_LEARNING'

/** What is asked of a service besides what every one says of itself (title, genres, languages, price, lead time). */
export type Asked = 'event_types' | 'line_up' | 'duration' | 'lesson' | 'travel' | 'stage'

const ASKED: Record<Category, readonly Asked[]> = {
  MUSIC_SETTING: ['event_types', 'line_up', 'duration', 'travel', 'stage'],
  MUSIC_LEARNING: ['lesson', 'travel'],
  MUSIC_MARKETING: ['line_up', 'duration'],
  MUSIC_THERAPY: ['line_up', 'duration', 'travel'],
}

/**
 * Whether a service of that category says something of it: a lesson has no weddings and no stage to set up, a recording
 * doesn't travel, and nobody travels to a lesson online.
 */
export const asks = (
  { category, modality }: { category: Category; modality?: Modality | null },
  what: Asked,
): boolean => ASKED[category].includes(what) && !(what === 'travel' && modality === 'online')

type Emptied = Pick<ServiceDraft, 'category' | 'modality' | 'event_types' | 'format' | 'includes_sound'> & {
  [Field in
    | 'duration_minutes'
    | 'lesson_minutes'
    | 'travel_radius_km'
    | 'travel_fee_per_km'
    | 'setup_minutes']: number | null
}

/** How long a lesson is taken to be until that is said, minutes. */
const LESSON_MINUTES = 60

/** Of what, and for how long, a teacher's next kind of lesson begins: as their latest one, else what they mainly play. */
export function lessonBeginning(
  main_instrument: string | null,
  services: readonly Pick<Service, 'category' | 'lesson_minutes'>[],
) {
  const latest = services.find(({ category }) => category === 'MUSIC_LEARNING')
  return {
    instrument: INSTRUMENTS.find((one) => one === main_instrument) ?? null,
    lesson_minutes: latest?.lesson_minutes ?? LESSON_MINUTES,
  }
}

/** A service, or what is being typed of it, without what its category isn't asked. */
export function onlyAsked<Values extends Emptied>(values: Values): Values {
  const isAsked = (what: Asked) => asks(values, what)
  return {
    ...values,
    ...(isAsked('event_types') ? {} : { event_types: [] }),
    ...(isAsked('line_up') ? {} : { format: 'solo' }),
    ...(isAsked('duration') ? {} : { duration_minutes: values.lesson_minutes ?? LESSON_MINUTES }),
    ...(isAsked('travel') ? {} : { travel_radius_km: 0, travel_fee_per_km: 0 }),
    ...(isAsked('stage') ? {} : { setup_minutes: 0, includes_sound: false }),
  }
}

/** What only a lesson says of itself. */
export const NO_LESSON = {
  instrument: null,
  level: null,
  modality: null,
  lesson_minutes: null,
  trial_price: null,
  package_4_price: null,
  package_8_price: null,
  package_12_price: null,
} as const

type LessonPriced = Pick<ServiceDraft, 'price_mode' | 'price' | 'lesson_minutes'> & {
  [Size in PackageSize as `package_${Size}_price`]: number | null
}

/** What one lesson costs, minor units; null when the price is on request, and it can't be booked without asking. */
export function lessonPrice({
  price_mode,
  price,
  lesson_minutes,
}: Omit<LessonPriced, `package_${PackageSize}_price`>): number | null {
  if (price_mode === 'on_request' || price === null || lesson_minutes === null) return null
  return price_mode === 'per_hour' ? Math.ceil((price * lesson_minutes) / 60) : price
}

/** The packages that are sold of a lesson, minor units. */
export const packagesOf = (service: LessonPriced): { size: PackageSize; price: number }[] =>
  PACKAGE_SIZES.flatMap((size) => {
    const price = service[`package_${size}_price`]
    return price === null ? [] : [{ size, price }]
  })

/** Empties what the category has no use for, before the draft is saved. */
export function cleaned(draft: ServiceDraft): ServiceDraft {
  const priced = draft.price_mode === 'on_request' ? { ...draft, price: null } : draft
  const asked = asks(draft, 'lesson') ? priced : { ...priced, ...NO_LESSON }
  return onlyAsked(asked)
}

/** Where sound and video are played; a link to anywhere else may be to a messenger, or to whom it belongs. */
const PLAYERS = [
  'youtube.com',
  'youtu.be',
  'vimeo.com',
  'soundcloud.com',
  'spotify.com',
  'bandcamp.com',
  'music.apple.com',
  'deezer.com',
  'tidal.com',
  'mixcloud.com',
  'audiomack.com',
  'drive.google.com',
]

/** Whether everybody may see a service's media: a picture of ours, or something on a player that we know. */
export function isPublicMedia({ url }: Pick<Media, 'url'>): boolean {
  if (PICTURE_ADDRESS.test(url)) return true
  if (!URL.canParse(url)) return false
  const { hostname, username } = new URL(url)
  return username === '' && PLAYERS.some((host) => hostname === host || hostname.endsWith(`.${host}`))
}
