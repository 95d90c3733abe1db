import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { ThreadEvent, ThreadMessage } from '../contract.ts'
import { threadTexts } from './texts.ts'

const spoken = texts(threadTexts)

/** The sentence that tells what happened around a conversation. */
export function useHappened() {
  const { t } = useTexts(spoken)
  const { calendarDay } = useFormat()
  return (event: ThreadEvent, { date, ...params }: ThreadMessage['params']) =>
    t(`threads.events.${event}`, {
      ...params,
      ...(typeof date === 'string' ? { date: calendarDay(date, 'long') } : {}),
    })
}
