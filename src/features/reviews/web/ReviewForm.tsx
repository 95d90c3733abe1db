import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { tell } from '#core/web/ask.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { TextArea } from '#core/web/ui/aria/TextArea.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { UnsavedGuard } from '#features/accounts/web/UnsavedGuard.tsx'
import { readLesson } from '#features/lessons/booking/contract.ts'
import { ChoiceField, chosenOf, MARKS } from '#features/results/web/ChoiceField.tsx'
import {
  ASPECTS,
  type Aspect,
  editReview,
  listReceivedReviews,
  listReviewRounds,
  type ReviewRound,
  TEXT_MAX,
  writeReview,
} from '../contract.ts'
import { speakerOf } from './sides.ts'
import { ownReviewTexts } from './texts.ts'

const spoken = texts(ownReviewTexts)
// A lesson that somebody said something of is one that was.
const REFRESHES = [listReviewRounds, listReceivedReviews, readLesson]

/** How it was with the other side: four marks and a text, written or changed. */
export function ReviewForm({ round, onClose }: { round: ReviewRound; onClose: () => void }) {
  const { t } = useTexts(spoken)
  const { nameOf } = useFormat()
  const { mine, suggested, side } = round
  const [marks, setMarks] = useState<Record<Aspect, number | null>>(mine ?? suggested)
  const [text, setText] = useState(mine?.text ?? '')
  const [isChecked, setChecked] = useState(false)
  const onTold = ({ theirs }: ReviewRound) => {
    toast.success(t(theirs ? 'own_reviews.form.published' : 'own_reviews.form.sent'))
    onClose()
  }
  const write = useMutation(tell(writeReview, { refreshes: REFRESHES, onTold }))
  const edit = useMutation(tell(editReview, { refreshes: REFRESHES, onTold }))
  const { error, isPending } = mine ? edit : write
  const name = nameOf(side === 'hunter' ? round.project_name : round.hunter_name)
  return (
    <form
      noValidate
      aria-label={t('own_reviews.form.title', { name })}
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        setChecked(true)
        const form = event.currentTarget
        const { satisfaction, professionalism, communication, punctuality } = marks
        if (!satisfaction || !professionalism || !communication || !punctuality) {
          requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid] input')?.focus())
          return
        }
        const body = { satisfaction, professionalism, communication, punctuality, text }
        const input = { params: { id: round.id }, body }
        if (mine) edit.mutate(input)
        else write.mutate(input)
      }}
    >
      <p className="text-lg font-semibold">{t('own_reviews.form.title', { name })}</p>
      {!mine && ASPECTS.some((aspect) => suggested[aspect] !== null) && (
        <p className="-mt-3 text-ink-2">{t('own_reviews.form.suggested')}</p>
      )}
      {ASPECTS.map((aspect) => (
        <ChoiceField
          key={aspect}
          label={t(`own_reviews.form.${speakerOf(round)}.${aspect}`)}
          ends={[t('own_reviews.form.from'), t('own_reviews.form.to')]}
          options={MARKS}
          columns={5}
          value={chosenOf(marks[aspect])}
          onChange={(value) => setMarks((before) => ({ ...before, [aspect]: Number(value) }))}
          errorMessage={isChecked && !marks[aspect] ? t('validation.required') : undefined}
        />
      ))}
      <TextArea
        label={t('own_reviews.form.text')}
        description={t(
          side === 'hunter'
            ? 'own_reviews.form.public'
            : round.lesson_id === null
              ? 'own_reviews.form.to_client'
              : 'own_reviews.form.to_student',
        )}
        value={text}
        onChange={setText}
        maxLength={TEXT_MAX}
        shared
      />
      <FormError>{error?.message}</FormError>
      <UnsavedGuard isOn={text !== (mine?.text ?? '') && !isPending} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={isPending}>
          {t(mine ? 'own_reviews.form.save' : 'own_reviews.form.send')}
        </Button>
        <Button variant="quiet" onPress={onClose}>
          {t('own_reviews.form.cancel')}
        </Button>
      </div>
    </form>
  )
}
