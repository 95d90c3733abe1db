import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { tell } from '#core/web/ask.ts'
import { submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { toast } from '#core/web/toast.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import {
  ANSWER_MAX,
  ASPECTS,
  answerReview,
  editAnswer,
  listReceivedReviews,
  listReviewRounds,
  NOTE_MAX,
  REPORT_REASONS,
  type ReportReason,
  type Review,
  reportReview,
} from '../contract.ts'
import { AnswerText } from './AnswerText.tsx'
import { Stars } from './Stars.tsx'
import { ownReviewTexts, reviewTexts } from './texts.ts'

const spoken = texts(ownReviewTexts, reviewTexts)
const REFRESHES = [listReviewRounds, listReceivedReviews]

/** A review as one of its sides reads it, with what that side may do: answer, and report. */
export function ReviewView({ review, answerer }: { review: Review; answerer: string }) {
  const { t } = useTexts(spoken)
  const [open, setOpen] = useState<'answer' | 'report' | null>(null)
  const close = () => setOpen(null)
  const mayAnswer = review.can_answer || review.can_edit_answer
  return (
    <div>
      <Stars mark={review.mark} />
      <dl className="mt-1 flex flex-wrap gap-x-4 text-sm text-ink-2">
        {ASPECTS.map((aspect) => (
          <div key={aspect} className="flex gap-1.5">
            <dt>{t(`reviews.aspects.${aspect}`)}</dt>
            <dd className="font-semibold tabular-nums">{review[aspect]}</dd>
          </div>
        ))}
      </dl>
      {review.text && <p className="mt-2 wrap-anywhere whitespace-pre-line">{review.text}</p>}
      {review.hidden_reason !== null && (
        <p className="mt-2 font-medium text-warn">
          {t('own_reviews.hidden', { reason: review.hidden_reason })}
        </p>
      )}
      {review.answer && <AnswerText text={review.answer.text} name={answerer} />}
      {(mayAnswer || review.can_report) && (
        <div className="mt-2 flex flex-wrap gap-2">
          {mayAnswer && (
            <Button variant="secondary" size="sm" onPress={() => setOpen('answer')}>
              {t(review.can_answer ? 'own_reviews.answer.write' : 'own_reviews.answer.change')}
            </Button>
          )}
          {review.can_report && (
            <Button variant="quiet" size="sm" onPress={() => setOpen('report')}>
              {t('own_reviews.report.open')}
            </Button>
          )}
        </div>
      )}
      {open === 'answer' && <AnswerDialog review={review} onClose={close} />}
      {open === 'report' && <ReportDialog review={review} onClose={close} />}
    </div>
  )
}

function AnswerDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const { t } = useTexts(spoken)
  const form = useForm({ defaultValues: { text: review.answer?.text ?? '' } })
  const onTold = () => {
    toast.success(t('own_reviews.answer.sent'))
    onClose()
  }
  const write = useMutation(tell(answerReview, { refreshes: REFRESHES, onTold }))
  const edit = useMutation(tell(editAnswer, { refreshes: REFRESHES, onTold }))
  const submit = submitOf(form, (body) =>
    (review.answer ? edit : write).mutateAsync({ params: { id: review.id }, body }),
  )
  return (
    <FormDialog
      title={t('own_reviews.answer.title')}
      closeLabel={t('own_reviews.answer.close')}
      cancelLabel={t('own_reviews.form.cancel')}
      submitLabel={t('own_reviews.answer.send')}
      onSubmit={submit}
      isSubmitting={form.formState.isSubmitting}
      isDisabled={form.watch('text').trim() === ''}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      maxWidth={480}
    >
      <FormTextArea
        control={form.control}
        name="text"
        shared
        label={t('own_reviews.answer.label')}
        description={t('own_reviews.answer.hint')}
        maxLength={ANSWER_MAX}
        rows={4}
      />
    </FormDialog>
  )
}

function ReportDialog({ review, onClose }: { review: Review; onClose: () => void }) {
  const { t } = useTexts(spoken)
  const [reason, setReason] = useState<ReportReason>('offensive')
  const form = useForm({ defaultValues: { note: '' } })
  const report = useMutation(
    tell(reportReview, {
      refreshes: REFRESHES,
      onTold: () => {
        toast.success(t('own_reviews.report.sent'))
        onClose()
      },
    }),
  )
  const submit = submitOf(form, ({ note }) =>
    report.mutateAsync({ params: { id: review.id }, body: { reason, note } }),
  )
  return (
    <FormDialog
      title={t('own_reviews.report.title')}
      closeLabel={t('own_reviews.answer.close')}
      cancelLabel={t('own_reviews.form.cancel')}
      submitLabel={t('own_reviews.report.send')}
      onSubmit={submit}
      isSubmitting={form.formState.isSubmitting}
      error={form.formState.errors.root?.message}
      onClose={onClose}
      maxWidth={480}
    >
      <p className="text-ink-2">{t('own_reviews.report.text')}</p>
      <SelectBox
        label={t('own_reviews.report.reason')}
        value={reason}
        onChange={setReason}
        options={REPORT_REASONS.map((value) => ({
          value,
          label: t(`own_reviews.report.reasons.${value}`),
        }))}
      />
      <FormTextArea
        control={form.control}
        name="note"
        label={t('own_reviews.report.note')}
        maxLength={NOTE_MAX}
        rows={3}
      />
    </FormDialog>
  )
}
