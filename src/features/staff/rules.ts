import { MINOR_UNITS } from '#core/contract/money.ts'
import { DAY, HOUR } from '#core/contract/time.ts'

/** How long something stays taken: whoever went home hasn't locked it up. */
export const TAKEN_MS = 4 * HOUR

/** So many of each kind are shown; the longest waiting come first, so nothing is out of reach. */
export const SHOWN_OF_KIND = 100

/** The dots that stand for what is hidden: of one length, so that they tell nothing. */
const DOTS = '•••'

/** A text with all but the first letter of each word hidden: enough to tell whether it is the one that is looked for. */
export const hiddenWords = (text: string): string =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${[...word][0] ?? ''}${DOTS}`)
    .join(' ')

/** An e-mail address with all but the first letters and its last part hidden. */
export function hiddenEmail(email: string): string {
  const [name = '', host = ''] = email.split('@')
  const last = host.includes('.') ? host.slice(host.lastIndexOf('.')) : ''
  return `${[...name][0] ?? ''}${DOTS}@${[...host][0] ?? ''}${DOTS}${last}`
}

/** In which order the queue is worked: what is urgent first, then what waits the longest. */
export const byUrgency = (
  a: { urgent: boolean; since: string; id: number },
  b: { urgent: boolean; since: string; id: number },
): number => Number(b.urgent) - Number(a.urgent) || Date.parse(a.since) - Date.parse(b.since) || a.id - b.id

/** An amount as a title reads in any language, with what the payer called it. */
export const amountTitle = (minor: number, currency: string, reference = ''): string =>
  [`${(minor / MINOR_UNITS).toFixed(2)} ${currency}`, reference].filter(Boolean).join(' · ')

/** Whether something begins within a day, and isn't over. */
export const isSoon = (starts_at: string | null, ends_at: string | null, now: Date): boolean =>
  starts_at !== null &&
  Date.parse(starts_at) - now.getTime() <= DAY &&
  Date.parse(ends_at ?? starts_at) >= now.getTime()
