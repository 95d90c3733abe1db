import { texts, useTexts } from '#core/web/texts.ts'
import type { EventDetail } from '#features/events/contract.ts'
import { Talk } from './Talk.tsx'
import { talkTexts } from './texts.ts'

const spoken = texts(talkTexts)

/** The conversation of everybody at an event. */
export function EventTalk({ event }: { event: EventDetail }) {
  const { t } = useTexts(spoken)
  return <Talk about={{ event_id: event.id }} title={t('talk.of_event')} />
}
