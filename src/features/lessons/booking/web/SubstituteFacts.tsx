import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import type { LessonSubstitute } from '../contract.substitutes.ts'
import { substituteTexts } from './texts.ts'

const spoken = texts(substituteTexts)

/** Who would give a lesson: name, lesson, town and rating. */
export function SubstituteFacts({ substitute }: { substitute: LessonSubstitute }) {
  const { t } = useTexts(spoken)
  const { nameOf, number } = useFormat()
  const { rating } = substitute
  return (
    <>
      <span className="block font-semibold wrap-anywhere">{nameOf(substitute.name)}</span>
      <span className="block text-sm text-ink-2 wrap-anywhere">
        {[
          substitute.title,
          substitute.city,
          rating === null
            ? t('instead.no_rating')
            : t('instead.rating', {
                rating: number(rating, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
                count: substitute.rating_count,
              }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </>
  )
}
