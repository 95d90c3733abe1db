import { expect, test } from 'vitest'
import type { Tone } from '#core/web/ui/Badge.tsx'
import { BUDGET_TONES } from '#features/budgets/web/stateTone.ts'
import { CONTRACT_TONES } from '#features/contracts/web/ContractBadge.tsx'
import { EVENT_TONES } from '#features/events/web/eventTone.ts'
import { STATUS_TONES } from '#features/hiring/desk/web/OrderRow.tsx'
import { REQUEST_TONES } from '#features/hiring/talent/web/requestTone.ts'

const ALL = {
  order: STATUS_TONES,
  request: REQUEST_TONES,
  budget: BUDGET_TONES,
  contract: CONTRACT_TONES,
  event: EVENT_TONES,
} satisfies Record<string, Record<string, Tone>>

/** What went well, of each. */
const GOOD: { [Of in keyof typeof ALL]: (keyof (typeof ALL)[Of])[] } = {
  order: ['approved', 'active', 'completed'],
  request: ['available', 'accepted'],
  budget: ['accepted', 'contracted'],
  // Signed by both isn't firm yet.
  contract: ['active', 'completed'],
  event: ['confirmed', 'ready', 'delivered'],
}

test.each(Object.keys(ALL) as (keyof typeof ALL)[])(
  'the states of %s are green where they are good, and none that is merely over is red',
  (of) => {
    const tones = Object.entries<Tone>(ALL[of])
    const good: readonly string[] = GOOD[of]
    for (const [state, tone] of tones) {
      expect(['bad', 'accent'], state).not.toContain(tone)
      expect(tone === 'ok', state).toBe(good.includes(state))
    }
  },
)
