import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#core/web/format.ts'
import type { Sentence } from '../contract.ts'

/** Values of a sentence that name a term, and where the term's word lives. */
const TERMS: Record<string, string> = {
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
  const { t } = useTranslation('business')
  const format = useFormat()
  return useMemo(
    () =>
      ({ key, values }) => {
        const currency = typeof values.currency === 'string' ? values.currency : null
        const said: Record<string, string | number> = {}
        for (const [name, value] of Object.entries(values)) {
          const term = TERMS[name]
          if (term && typeof value === 'string') said[name] = t(`${term}.${value}`)
          else if (currency && typeof value === 'number' && MONEY.has(name))
            said[name] = format.money(name === 'median' ? Math.round(value / 100) * 100 : value, currency)
          else said[name] = typeof value === 'number' && name !== 'count' ? format.number(value) : value
        }
        return t(`order.${key}`, said)
      },
    [t, format],
  )
}
