import { texts, useTexts } from '#core/web/texts.ts'
import { Talk } from './Talk.tsx'
import { talkTexts } from './texts.ts'

const spoken = texts(talkTexts)

/** The conversation of who learns and who teaches, about all lessons that were booked with this one. */
export function LessonTalk({ lesson_id }: { lesson_id: number }) {
  const { t } = useTexts(spoken)
  return <Talk about={{ lesson_id }} title={t('talk.of_lesson')} />
}
