import { type Control, Controller, type FieldPath, useWatch } from 'react-hook-form'
import { DEFAULT_ZONE, wallClock } from '#core/contract/time.ts'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts, validation } from '#core/web/texts.ts'
import { MomentBox } from '#core/web/ui/MomentBox.tsx'
import { problemOfHours } from '#features/directory/rules.event.ts'
import { briefTexts } from '#features/hiring/web/texts.ts'

const spoken = texts(briefTexts, validation)

/** The day and hours of a form. */
export interface When {
  day: string | null
  starts: string | null
  ends: string | null
}

/** On which day, and from when to when. */
export function WhenFields<Values extends When>({
  control,
  zone = DEFAULT_ZONE,
}: {
  control: Control<Values>
  zone?: string
}) {
  const { t } = useTexts(spoken)
  const { calendarDay } = useFormat()
  const today = wallClock(new Date(), zone).day
  const rules = { required: t('common:validation.required') }
  // A browser greys out the days that are over, but lets them be typed.
  const tooEarly = (day: string | null) =>
    day !== null && day !== '' && day < today ? t('common:validation.in_future') : undefined
  const tooLong = ({ day, starts, ends }: When) => {
    const problem = problemOfHours({ date: day, from: starts, to: ends }, zone)
    return problem ? t(`common:validation.${problem}`) : undefined
  }
  const written = useWatch({ control }) as When
  return (
    <div className="grid grid-cols-2 gap-5 sm:grid-cols-[1.4fr_1fr_1fr]">
      <div className="col-span-2 sm:col-span-1">
        <Controller
          control={control}
          name={'day' as FieldPath<Values>}
          rules={{ ...rules, validate: tooEarly }}
          render={({ field, fieldState }) => (
            <MomentBox
              {...field}
              type="date"
              label={t('order.brief.fields.event.day')}
              isRequired
              min={today}
              // The browser writes days in its own language's order; in words there is no mistaking them.
              description={field.value && calendarDay(field.value, 'full')}
              errorMessage={fieldState.error?.message ?? tooEarly(field.value)}
            />
          )}
        />
      </div>
      {(['starts', 'ends'] as const).map((name) => (
        <Controller
          key={name}
          control={control}
          name={name as FieldPath<Values>}
          rules={name === 'ends' ? { ...rules, validate: (_end, when) => tooLong(when) } : rules}
          render={({ field, fieldState }) => (
            <MomentBox
              {...field}
              type="time"
              label={t(`order.brief.fields.event.${name}`)}
              isRequired
              // What the two hours say together holds as they stand, whichever of them was corrected.
              errorMessage={
                (name === 'ends' ? tooLong(written) : undefined) ??
                (fieldState.error?.type === 'validate' ? undefined : fieldState.error?.message)
              }
            />
          )}
        />
      ))}
    </div>
  )
}
