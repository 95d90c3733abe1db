import { texts, useTexts } from '#core/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import type { NextDate } from '../contract.ts'
import { musicHomeTexts } from './texts.ts'

const spoken = texts(musicHomeTexts)

/** An order's own name; a date that came from elsewhere is only a date. */
export function useDateTitle() {
  const { t } = useTexts(spoken)
  const words = useWords()
  return (date: NextDate) =>
    date.type || date.title ? words.title(date) : t(`home.dates.plain_${date.kind}`)
}

/** Where a date is shown whole. */
export const linkOf = (date: NextDate) =>
  date.event_id
    ? `/calendar?event=${date.event_id}`
    : date.request_id
      ? `/budgets?request=${date.request_id}`
      : '/calendar'
