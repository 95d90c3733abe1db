import { MINUTE, spanOf } from '#core/contract/time.ts'
import { type AvailabilityMonth, type BusySpan, DAY_PARTS } from '../contract.ts'
import { PRESETS } from '../rules.ts'

/** How a part of a day looks: open, what makes it busy, or closed. */
export const PART_LOOKS = ['free', 'hold', 'gig', 'lesson', 'imported', 'blocked', 'off'] as const
export type PartLook = (typeof PART_LOOKS)[number]

export interface LookedDay {
  /** YYYY-MM-DD */
  day: string
  /** morning, afternoon, night */
  parts: PartLook[]
}

/** The days of a month with the kind of promise that fills each busy part most. */
export function looksOf({ days, busy, zone }: AvailabilityMonth): LookedDay[] {
  return days.map(({ day, parts }) => ({
    day,
    parts: parts.map((state, at): PartLook => {
      const part = DAY_PARTS[at]
      if (!part || state === 'free') return 'free'
      const { starts_at, ends_at } = spanOf(day, PRESETS[part].from, PRESETS[part].to, zone)
      const filled = new Map<BusySpan['kind'], number>()
      for (const { from, to, kind } of busy) {
        // A block closes a part; it doesn't book it.
        if ((kind === 'blocked') !== (state === 'off')) continue
        const inside =
          Math.min(Date.parse(to), ends_at.getTime()) - Math.max(Date.parse(from), starts_at.getTime())
        if (inside > 0) filled.set(kind, (filled.get(kind) ?? 0) + inside / MINUTE)
      }
      const [most] = [...filled].sort((a, b) => b[1] - a[1])
      if (state === 'off') return most && most[1] >= 60 ? 'blocked' : 'off'
      return most?.[0] ?? 'gig'
    }),
  }))
}
