import { addDays, HOUR, instantOf, wallClock } from '#core/contract/time.ts'

/** So many hours, or a time of one's own. */
const WAITS = ['24', '48', '72'] as const
export type Wait = (typeof WAITS)[number] | 'own'

/** How long somebody who is asked has to answer, as forms hold it. */
export interface ReplyBy {
  wait: Wait
  /** The day takes the refusal of both: what is sent is one instant. */
  reply_by: string | null
  hour: string | null
}

/** The waits that leave some time before something begins, if it is known when that is. */
export function waitsUntil(now: number, begins: number | null): readonly Wait[] {
  const left = begins === null ? 24 * 30 * HOUR : begins - now
  return WAITS.filter((hours) => Number(hours) * HOUR < left * 0.8)
}

/** That wait, or the longest that there is time for. */
export const waitWithin = (wait: Wait, waits: readonly Wait[]): Wait =>
  wait === 'own' || waits.includes(wait) ? wait : (waits.at(-1) ?? 'own')

/** What a form begins with. */
export const replyByAtFirst = (wait: Wait, now: number, zone: string): ReplyBy => ({
  wait,
  reply_by: addDays(wallClock(new Date(now), zone).day, 1),
  hour: '18:00',
})

/** The instant that is sent; null while a time of one's own isn't said. */
export function replyByIn({ wait, reply_by: day, hour }: ReplyBy, now: number, zone: string): string | null {
  if (wait !== 'own') return new Date(now + Number(wait) * HOUR).toISOString()
  return day && hour ? instantOf(day, hour, zone).toISOString() : null
}
