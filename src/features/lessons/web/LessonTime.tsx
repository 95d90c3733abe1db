import { wallClock } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { lessonTexts } from './texts.ts'

const spoken = texts(lessonTexts)

/** The city that a zone is called by. */
export const placeOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')

/** When a lesson is, on the reader's clock and, where that differs, on the other's. */
export function LessonTime({
  starts_at,
  zone,
  other,
}: {
  starts_at: string
  zone: string
  /** The other side's zone. */
  other: string
}) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  const differs = wallClock(starts_at, zone).time !== wallClock(starts_at, other).time
  return (
    <span className="min-w-0">
      <span className="font-semibold first-letter:uppercase">
        {t('lessons.when', { date: date(starts_at, zone, 'full'), time: time(starts_at, zone) })}
      </span>
      {differs && (
        <span className="block text-sm text-ink-2">
          {t('lessons.their_time', { time: time(starts_at, other), place: placeOf(other) })}
        </span>
      )}
    </span>
  )
}
