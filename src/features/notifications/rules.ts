import { withoutContacts } from '#core/contract/contacts.ts'
import { formatDate, monthName } from '#core/contract/intl.ts'
import { parseSubject } from '#core/contract/subject.ts'
import { DAY, DEFAULT_ZONE, HOUR, isDay, isInstant, MINUTE } from '#core/contract/time.ts'
import { type Notification, type NotificationType, ORDER_TYPES } from './contract.ts'

/** Whether a notification of that type opens the order page. */
export const opensOrder = (type: NotificationType): boolean => ORDER_TYPES.some((one) => one === type)

/** Types that tell a musician of a request, or of the agreement that it became. */
const OF_A_REQUEST: readonly NotificationType[] = [
  'SCOUTING_INITIATED',
  'TALENT_AVAILABILITY_CONFIRMED',
  'PAYMENT_RECEIVED',
  'PAYOUT_RELEASED',
]

/** Types that tell how an event went: what is asked after it, what came of it, and what follows from that. */
const OF_RESULTS: readonly NotificationType[] = [
  'POST_EVENT_SURVEY_SENT',
  'EVENT_RESULTS_READY',
  'BENCHMARKING_READY',
  'ROI_RECOMMENDATIONS_READY',
]

/** Types that tell a hunter what an agreement of theirs waits for; their value is its order's id. */
const OF_AGREEMENTS: readonly NotificationType[] = ['CONTRACT_READY', 'PAYMENT_DUE', 'PAYMENT_RECEIVED']

/** Types that tell a hunter who was asked and what they answered, in every voice by their order's id; musicians by another. */
const OF_ANSWERS: readonly NotificationType[] = ['SCOUTING_INITIATED', 'TALENT_AVAILABILITY_CONFIRMED']

/** Types that tell of lessons; their value is the lesson's id, none where it is a package. */
const OF_LESSONS: readonly NotificationType[] = [
  'LESSON_REQUESTED',
  'LESSON_CONFIRMED',
  'LESSON_CHANGED',
  'LESSON_REMINDER',
]

/** Types that tell of a series of dates: that one can be made of an order, and that it was. */
const OF_SERIES: readonly NotificationType[] = ['CONTINUOUS_PLAN_OFFERED', 'CONTINUOUS_PLAN_READY']

/**
 * Where pressing a notification leads; null where it only becomes read.
 * @param account_type the reader's: a musician's request opens among their budgets, an agreement (`contract:12`) among
 *   their contracts and an event (`event:12`) in their calendar, whichever of their projects it is for; a survey by its
 *   own id, a hunter's by the order's
 */
export function opens(
  { type, value }: Pick<Notification, 'type' | 'value'>,
  account_type: 'STUDENT' | 'TALENT_HUNTER' | 'MUSICIAN',
): string | null {
  if (opensOrder(type)) return value ? `/order?id=${encodeURIComponent(value)}` : null
  // What is offered is answered among one's projects.
  if (type === 'OWNERSHIP_RECEIVED') return '/profiles'
  if (type === 'SUPPORT_REPLIED') return value ? `/tickets/${encodeURIComponent(value)}` : null
  if (type === 'IDENTITY_CHECKED') return '/profile#verification'
  if (type === 'SUBSCRIPTION_UPSELL') return '/suscription'
  if (type === 'MESSAGE_RECEIVED') return value ? `/messages?thread=${encodeURIComponent(value)}` : null
  if (type === 'MEMBERSHIP_CHANGED') return account_type === 'TALENT_HUNTER' ? '/suscription' : '/membership'
  // Who hires has no page of referrals: the credit is with their plan.
  if (type === 'REFERRAL_REWARDED') return account_type === 'TALENT_HUNTER' ? '/suscription' : '/referrals'
  // Both have their lessons in the calendar; packages stand on the student's desk, and with the teacher's lessons.
  if (OF_LESSONS.includes(type)) {
    if (account_type === 'TALENT_HUNTER') return null
    if (value) return `/calendar?lesson=${encodeURIComponent(value)}`
    return account_type === 'STUDENT' ? '/student' : '/calendar?view=lessons'
  }
  if (type === 'ASSIGNMENT_GIVEN')
    return value && account_type !== 'TALENT_HUNTER' ? `/assignments/${encodeURIComponent(value)}` : null
  // Its value is the month.
  if (type === 'MONTH_SUMMARY')
    return value && account_type === 'STUDENT' ? `/student/progress?month=${encodeURIComponent(value)}` : null
  if (type === 'EVENT_AT_RISK' || type === 'CONTINGENCY_PLAN_READY')
    return value
      ? `/${account_type === 'MUSICIAN' ? 'calendar' : 'events'}?event=${encodeURIComponent(value)}`
      : null
  // A musician reads what is said of all of their projects in one place; a host beside the event, a student (`lesson:12`)
  // beside the lesson.
  if ((type === 'REVIEW_REQUESTED' || type === 'REVIEW_PUBLISHED') && value) {
    if (account_type === 'MUSICIAN') return '/reviews'
    const about = parseSubject(value)
    if (about?.kind === 'lesson') return `/calendar?lesson=${about.id}`
    return account_type === 'TALENT_HUNTER' ? `/events?event=${encodeURIComponent(value)}` : null
  }
  if (OF_RESULTS.includes(type) && value)
    return `/${account_type === 'MUSICIAN' ? 'survey' : 'results'}/${encodeURIComponent(value)}`
  if (OF_SERIES.includes(type) && value) return `/continuous/${encodeURIComponent(value)}`
  // Hunters have no page of agreements: they stand in the order.
  if (OF_AGREEMENTS.includes(type) && value && account_type === 'TALENT_HUNTER')
    return `/order?id=${encodeURIComponent(value)}&view=agreement`
  if (account_type === 'TALENT_HUNTER' && value && OF_ANSWERS.includes(type))
    return `/order?id=${encodeURIComponent(value)}`
  if (account_type !== 'MUSICIAN' || !value) return null
  if (!OF_A_REQUEST.includes(type)) return null
  const about = parseSubject(value)
  if (about?.kind === 'contract') return `/contracts?contract=${about.id}`
  if (about?.kind === 'standby') return '/budgets'
  if (about?.kind === 'event') return `/calendar?event=${about.id}`
  return `/budgets?request=${encodeURIComponent(value)}`
}

/**
 * Neighbours of one kind that say the same about one matter (an order, a request) stand together, newest first; everything
 * else stands alone, and what the newest doesn't say isn't hidden behind it. An invitation always does: each is answered by itself.
 */
export function groupsOf<One extends Pick<Notification, 'type' | 'value' | 'title'>>(
  list: readonly One[],
): One[][] {
  const groups: One[][] = []
  for (const one of list) {
    const [last] = groups.at(-1) ?? []
    const same =
      last?.type === one.type &&
      one.value !== null &&
      last.value === one.value &&
      last.title === one.title &&
      one.type !== 'INVITE_BAND_MEMBER'
    if (same) groups.at(-1)?.push(one)
    else groups.push([one])
  }
  return groups
}

/** How long ago, as a text's key (namespace functionality) and its values. */
export interface Ago {
  key:
    | 'notifications.ago.now'
    | 'notifications.ago.minutes'
    | 'notifications.ago.hours'
    | 'notifications.ago.days'
    | 'notifications.ago.date'
  values: { count: number } | { date: string }
}

/**
 * How long ago something was: now under a minute, minutes under an hour, hours under a day, days under a
 * week, else its date. What seems to lie ahead (clocks differ) is now.
 * @param zone the reader's; the browser's own when not given
 */
export function agoOf(at: string | Date, now: Date, language: string, zone?: string): Ago {
  const passed = now.getTime() - new Date(at).getTime()
  if (passed < MINUTE) return { key: 'notifications.ago.now', values: { count: 0 } }
  if (passed < HOUR)
    return { key: 'notifications.ago.minutes', values: { count: Math.floor(passed / MINUTE) } }
  if (passed < DAY) return { key: 'notifications.ago.hours', values: { count: Math.floor(passed / HOUR) } }
  if (passed < 7 * DAY) return { key: 'notifications.ago.days', values: { count: Math.floor(passed / DAY) } }
  const date = formatDate(at, language, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    ...(zone ? { timeZone: zone } : {}),
  })
  return { key: 'notifications.ago.date', values: { date } }
}

/** How an event is called in what somebody is told of it: only what its reader may know of it. */
export const eventParams = ({
  title,
  type,
  city,
}: {
  title?: string | null
  type: string | null
  city: string | null
}): Record<string, string> => ({
  ...(title ? { event_title: title } : {}),
  ...(type ? { event_type: type } : {}),
  ...(city ? { event_city: city } : {}),
})

type Say = (key: string, values?: Record<string, string | number>) => string
type Knows = (key: string) => boolean

/** The parameters that say when: always ours. The others may be what somebody wrote, and a name can look like anything. */
const MOMENTS = ['date', 'until']

/**
 * Title and message of a notification in a language. The instants of `params.date` and `params.until` become dates in the
 * zone of `params.zone`, `params.month` (YYYY-MM) the name of the month, `params.modality` how a lesson is held, names that
 * people gave are said without contact details; a value that is missing gets a word that fits.
 */
export function wordsOf(
  type: NotificationType,
  params: Record<string, string | number>,
  language: string,
  say: Say,
  knows: Knows,
): { title: string; message: string } {
  const values: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(params))
    if (value !== '' && value !== null) values[name] = saidAs(name, value, params.zone, language)
  const event = eventName(values, say, knows)
  if (event) values.order_name ??= event
  for (const name of ['order_name', 'project_name', 'band_name', 'person_name', 'date'])
    values[name] ??= say(`functionality:notifications.unnamed.${name}`)
  // Of a lesson, at the end of what is said of its time; nothing where nobody said it.
  values.modality = params.modality ? say(`functionality:notifications.modalities.${params.modality}`) : ''
  // A type may be told in several voices: to the hunter, to the musician.
  const voice = params.voice ? `_${params.voice}` : ''
  const key = (part: 'title' | 'message') => {
    const own = `functionality:notifications.${type}.${part}`
    // A text that counts is only there in its plural forms.
    return voice && (knows(own + voice) || knows(`${own}${voice}_other`)) ? own + voice : own
  }
  return { title: say(key('title'), values), message: say(key('message'), values) }
}

/** An event by its title and town, else by what it is and where; empty where nothing is known of it. */
function eventName(
  { event_title, event_type, event_city }: Record<string, string | number>,
  say: Say,
  knows: Knows,
): string {
  const [title, city] = [String(event_title ?? ''), String(event_city ?? '')]
  if (title) return !city || title.toLowerCase().includes(city.toLowerCase()) ? title : `${title} · ${city}`
  // "Other" names nothing.
  if (event_type === 'other') return city && say('functionality:notifications.event_in', { city })
  const key = `business:terms.event_types.${event_type}`
  const type = knows(key) ? say(key) : ''
  return type && city ? say('functionality:notifications.event', { type, city }) : type || city
}

/** A value as it is said in a language. */
function saidAs(name: string, value: string | number, zone: string | number | undefined, language: string) {
  if (typeof value !== 'string') return value
  if (name === 'month' && isDay(`${value}-01`)) return monthName(value, language)
  return MOMENTS.includes(name) && isInstant(value) ? dateOf(value, zone, language) : withoutContacts(value)
}

function dateOf(at: string, zone: string | number | undefined, language: string): string {
  const options: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long' }
  try {
    return formatDate(at, language, { ...options, timeZone: String(zone ?? DEFAULT_ZONE) })
  } catch {
    return formatDate(at, language, { ...options, timeZone: DEFAULT_ZONE })
  }
}
