import { useMemo } from 'react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { projectTerms } from '#features/projects/web/texts.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import type { OrderSummary } from '../desk/contract.ts'
import { orderWords } from './texts.ts'

const spoken = texts(orderWords, projectTerms, serviceTerms)

/** The product's terms in the reader's language. */
export function useWords() {
  const { t, word } = useTexts(spoken)
  const format = useFormat()
  return useMemo(() => {
    const type = (value: string) => word('terms.event_types', value)
    /** What an order is called: the hunter's own title, else what it is and for whom or where. */
    const title = (
      order: Pick<OrderSummary, 'title' | 'type' | 'city'> & Partial<Pick<OrderSummary, 'asked_name'>>,
    ) => {
      if (order.title) return order.title
      if (order.type && order.asked_name)
        return t('order.names.asked', { name: order.asked_name, type: type(order.type) })
      if (order.type && order.city)
        return t('order.names.type_city', { type: type(order.type), city: order.city })
      if (order.type) return type(order.type)
      if (order.city) return t('order.names.city', { city: order.city })
      return t('order.names.none')
    }
    return {
      money: format.money,
      type,
      genre: (value: string) => word('terms.genres', value),
      lineUp: (value: string | null) =>
        value ? word('terms.formats', value) : t('order.plan.recorded_music'),
      intent: (value: string) => word('order.plan.intents', value),
      stage: (value: string) => word('order.timeline.stages', value),
      step: (value: string) => word('order.timeline.steps', value),
      title,
      /** The same in a row that says nothing else of where it is: a title with its town. */
      named: (order: Pick<OrderSummary, 'title' | 'type' | 'city'>) =>
        [title(order), order.title && !order.title.includes(order.city ?? '') && order.city]
          .filter(Boolean)
          .join(' · '),
    }
  }, [t, word, format])
}

export type Words = ReturnType<typeof useWords>
