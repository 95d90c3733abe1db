import { texts, useTexts } from '#core/web/texts.ts'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { projectTerms } from '#features/projects/web/texts.ts'
import { serviceTerms } from '#features/services/web/texts.ts'
import type { LessonOffer } from '../finding/contract.ts'
import { lessonTexts } from './texts.ts'

const spoken = texts(lessonTexts, instrumentNames, projectTerms, serviceTerms)

/** How a lesson is said in a line: instrument, level, how long, and where. */
export function useOfferWords() {
  const { t } = useTexts(spoken)
  return (offer: Pick<LessonOffer, 'instrument' | 'level' | 'modality' | 'minutes'>): string =>
    [
      t(`business:terms.instruments.${offer.instrument}`),
      t(`business:terms.levels.${offer.level}`),
      t(`business:terms.modalities.${offer.modality}`),
      t('lessons.minutes', { count: offer.minutes }),
    ].join(' · ')
}
