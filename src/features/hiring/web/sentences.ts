import { useMemo } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { projectTerms } from '#features/projects/web/texts.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import type { Sentence } from '../brief/contract.ts'
import { fitTexts, kpiTexts, orderWords, scoreTexts } from './texts.ts'

const spoken = texts(fitTexts, orderWords, kpiTexts, scoreTexts, projectTerms, serviceTerms)

/** Values of a sentence that name a term, and where the term's word lives. */
const TERMS: Record<string, 'terms.genres' | 'terms.formats' | 'terms.event_types' | 'order.plan.intents'> = {
  genre: 'terms.genres',
  format: 'terms.formats',
  type: 'terms.event_types',
  event_type: 'terms.event_types',
  intent: 'order.plan.intents',
  moment: 'order.plan.intents',
}

const MONEY = new Set(['amount', 'price', 'median', 'budget', 'max', 'min', 'cost', 'total', 'more', 'less'])

/** Says what the server decided and the page writes: why a score, a fit, a moment of the plan. */
export function useSentence(): (sentence: Sentence) => string {
  const { word } = useTexts(spoken)
  const format = useFormat()
  return useMemo(
    () =>
      ({ key, values }) => {
        const currency = typeof values.currency === 'string' ? values.currency : null
        const said: Record<string, string | number> = {}
        for (const [name, value] of Object.entries(values)) {
          const term = TERMS[name]
          if (term && typeof value === 'string') said[name] = word(term, value)
          else if (currency && typeof value === 'number' && MONEY.has(name))
            said[name] = format.money(name === 'median' ? Math.round(value / 100) * 100 : value, currency)
          else said[name] = typeof value === 'number' && name !== 'count' ? format.number(value) : value
        }
        // A sentence that counts people has its plural by them.
        if (typeof values.people === 'number') said.count ??= values.people
        return word('order', key, said)
      },
    [word, format],
  )
}
