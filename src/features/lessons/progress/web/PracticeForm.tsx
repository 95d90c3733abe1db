import { useEffect } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { addDays } from '#core/contract/time.ts'
import { resolverOf, submitOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Button } from '#core/web/ui/Button.tsx'
import { FormError } from '#core/web/ui/FormError.tsx'
import { MomentBox } from '#core/web/ui/MomentBox.tsx'
import { NumberBox } from '#core/web/ui/NumberBox.tsx'
import { PlainField } from '#core/web/ui/PlainField.tsx'
import { lessonRefusals } from '../../web/texts.ts'
import { DAYS_BACK, PracticeChange } from '../contract.ts'
import { canBeNoted } from '../rules.ts'
import { practiceTexts, progressTexts } from './texts.ts'

const spoken = texts(practiceTexts, progressTexts, lessonRefusals)

interface Values {
  day: string | null
  minutes: number | null
  what: string
}

/**
 * Practice of a day: how long, and what.
 * @param props.stopped minutes that the timer has just counted, with how often it was stopped: they come into the form,
 *   what was typed stays
 * @param props.onSend notes it; what it refuses is shown at its fields
 */
export function PracticeForm({
  today,
  given,
  stopped,
  submitLabel,
  onSend,
  onCancel,
}: {
  /** On the student's clock. */
  today: string
  given?: PracticeChange
  stopped?: { minutes: number; times: number } | null
  submitLabel: string
  onSend: (practice: PracticeChange) => Promise<unknown>
  onCancel?: () => void
}) {
  const { t } = useTexts(spoken)
  const form = useForm<Values, unknown, PracticeChange>({
    resolver: resolverOf<Values, PracticeChange>(PracticeChange, {
      rule: ({ day }): Record<string, { key: string }> =>
        day === given?.day || canBeNoted(day, today) ? {} : { day: { key: 'errors.lessons.practice_day' } },
    }),
    // What was wrong goes with the next try, not before: its line mustn't move the button away from under the pointer.
    reValidateMode: 'onSubmit',
    defaultValues: given ?? { day: today, minutes: null, what: '' },
  })
  const { control, formState, reset, setFocus, setValue } = form
  useEffect(() => {
    if (!stopped) return
    setValue('day', today)
    setValue('minutes', stopped.minutes)
    setFocus('what')
  }, [stopped, today, setValue, setFocus])
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={submitOf(form, async (practice) => {
        await onSend(practice)
        if (!given) reset({ day: today, minutes: null, what: '' })
      })}
    >
      <div className="grid grid-cols-2 items-start gap-4">
        <Controller
          control={control}
          name="day"
          render={({ field, fieldState }) => (
            <MomentBox
              {...field}
              type="date"
              label={t('progress.form.day')}
              isRequired
              min={addDays(today, -DAYS_BACK)}
              max={today}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={control}
          name="minutes"
          render={({ field, fieldState }) => (
            <NumberBox
              {...field}
              label={t('progress.form.minutes')}
              isRequired
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      </div>
      <Controller
        control={control}
        name="what"
        render={({ field: { value, onChange, onBlur, ...field }, fieldState }) => (
          <PlainField
            {...field}
            label={t('progress.form.what')}
            description={t('progress.form.what_help')}
            errorMessage={fieldState.error?.message}
          >
            {({ className, ...box }) => (
              <input
                {...box}
                className={className}
                autoComplete="off"
                value={value}
                onChange={({ target }) => onChange(target.value)}
                onBlur={onBlur}
              />
            )}
          </PlainField>
        )}
      />
      {stopped && (
        <p role="status" className="text-sm font-medium text-ok">
          {t('progress.timer.stopped', { count: stopped.minutes })}
        </p>
      )}
      <FormError>{formState.errors.root?.message}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={formState.isSubmitting}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button variant="secondary" onPress={onCancel}>
            {t('progress.form.cancel')}
          </Button>
        )}
      </div>
    </form>
  )
}
