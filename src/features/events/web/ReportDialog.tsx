import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { tell } from '#core/web/ask.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormTextArea } from '#core/web/ui/aria/FormText.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { FormDialog } from '#core/web/ui/FormDialog.tsx'
import { LATE_MINUTES, NewReport, PROBLEM_MAX } from '../contract.day.ts'
import { type EventDetail, sayOnTheDay } from '../contract.ts'
import { reportProblems } from '../rules.day.ts'
import { dayTexts } from './texts.ts'

const spoken = texts(dayTexts)

interface Values {
  minutes: number | null
  problem: string
}

const USUAL_MINUTES = 15

/** How late somebody comes, or what their problem is. */
export function ReportDialog({
  kind,
  event_id,
  project_id,
  refreshes,
  onSaid,
  onClose,
}: {
  kind: 'late' | 'problem'
  event_id: number
  project_id: number | null
  refreshes: readonly Endpoint[]
  onSaid: (reply: EventDetail) => void
  onClose: () => void
}) {
  const { t } = useTexts(spoken)
  const isLate = kind === 'late'
  const form = useForm<Values, unknown, NewReport>({
    resolver: resolverOf<Values, NewReport>(NewReport, {
      from: ({ minutes, problem }) =>
        isLate ? { kind, project_id, minutes } : { kind, project_id, problem },
      rule: reportProblems,
    }),
    defaultValues: { minutes: USUAL_MINUTES, problem: '' },
  })
  const say = useMutation(
    tell(sayOnTheDay, {
      refreshes,
      onTold: (reply) => {
        onSaid(reply)
        onClose()
      },
      atOnce: true,
    }),
  )
  const { control, formState } = form
  return (
    <FormDialog
      title={t(`events.day.${kind}_title`)}
      closeLabel={t('events.day.close')}
      cancelLabel={t('events.day.cancel')}
      submitLabel={t(`events.day.${kind}_send`)}
      onSubmit={submitOf(form, (body) => say.mutateAsync({ params: { id: event_id }, body }))}
      isSubmitting={formState.isSubmitting}
      error={formState.errors.root?.message}
      onClose={onClose}
      maxWidth={420}
    >
      {isLate ? (
        <Controller
          control={control}
          name="minutes"
          render={({ field, fieldState }) => (
            <NumberField
              {...field}
              label={t('events.day.late_minutes')}
              minValue={LATE_MINUTES.min}
              maxValue={LATE_MINUTES.max}
              step={5}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      ) : (
        <FormTextArea
          control={control}
          name="problem"
          label={t('events.day.problem_words')}
          rows={3}
          maxLength={PROBLEM_MAX}
        />
      )}
    </FormDialog>
  )
}
