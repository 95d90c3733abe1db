import { MINUTE, wallClock } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'

/** From when to when in a zone's own days and hours, as short as it can be said. */
export function useSpan(zone: string) {
  const { date, time } = useFormat()
  return ({ from, to }: { from: string; to: string }) => {
    const start = wallClock(from, zone)
    const last = new Date(Date.parse(to) - MINUTE)
    const lastDay = wallClock(last, zone).day
    // The year once, at the end.
    const first = date(from, zone, start.day.slice(0, 4) === lastDay.slice(0, 4) ? 'day' : 'short')
    if (start.time === '00:00' && wallClock(to, zone).time === '00:00')
      return start.day === lastDay ? date(from, zone) : `${first} – ${date(last, zone)}`
    return start.day === lastDay
      ? `${date(from, zone)}, ${time(from, zone)}–${time(to, zone)}`
      : `${first}, ${time(from, zone)} – ${date(to, zone)}, ${time(to, zone)}`
  }
}
