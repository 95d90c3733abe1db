import { texts, useTexts } from '#core/web/texts.ts'
import { SegmentedControl } from '#core/web/ui/SegmentedControl.tsx'
import { serviceTerms } from '#features/services/web/texts.ts'
import { LESSON_MODALITIES, type LessonModality } from '../../contract.ts'
import type { LessonOffer } from '../../finding/contract.ts'
import { bookingTexts } from '../../web/texts.ts'

const spoken = texts(bookingTexts, serviceTerms)

/**
 * How the lesson is held that somebody books: they say it where it is offered both ways, and read what that means.
 * @param chosen null while nobody said
 */
export function HowHeld({
  offer: { modality },
  city,
  chosen,
  onChoose,
}: {
  offer: Pick<LessonOffer, 'modality'>
  /** Where who teaches is; null where they said no town. */
  city: string | null
  chosen: LessonModality | null
  onChoose: (modality: LessonModality) => void
}) {
  const { t } = useTexts(spoken)
  const held = modality === 'both' ? chosen : modality
  const help = {
    online: t('lessons.book.held_online'),
    in_person: city ? t('lessons.book.held_in', { city }) : t('lessons.book.held_in_person'),
    unsaid: t('lessons.book.held_unsaid'),
  }[held ?? 'unsaid']
  return (
    <div className="flex flex-col items-start gap-2">
      {modality === 'both' && (
        <>
          <p aria-hidden className="text-sm font-semibold text-ink">
            {t('lessons.book.held')}
            <span className="ml-1 text-accent">*</span>
          </p>
          <SegmentedControl
            label={t('lessons.book.held')}
            isRequired
            options={LESSON_MODALITIES.map((value) => ({
              value,
              label: t(`business:terms.modalities.${value}`),
            }))}
            value={chosen}
            onChange={onChoose}
            className="whitespace-nowrap"
          />
        </>
      )}
      <p aria-live="polite" className="text-sm text-ink-2">
        {help}
      </p>
    </div>
  )
}
