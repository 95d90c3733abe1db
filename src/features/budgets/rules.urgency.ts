import { DAY } from '#core/contract/time.ts'

/** How near the end of the reply time is: what the countdown warns with. */
export function urgency(reply_by: string, now: Date): 'calm' | 'soon' | 'over' {
  const left = Date.parse(reply_by) - now.getTime()
  return left <= 0 ? 'over' : left < DAY ? 'soon' : 'calm'
}
