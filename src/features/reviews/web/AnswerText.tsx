import { texts, useTexts } from '#core/web/texts.ts'
import { reviewTexts } from './texts.ts'

const spoken = texts(reviewTexts)

/** What the reviewed said to a review. */
export function AnswerText({ text, name }: { text: string; name: string }) {
  const { t } = useTexts(spoken)
  return (
    <div className="mt-3 border-l-2 border-line-strong pl-3">
      <p className="text-sm font-semibold">{t('reviews.answer_of', { name })}</p>
      <p className="wrap-anywhere whitespace-pre-line text-ink-2">{text}</p>
    </div>
  )
}
