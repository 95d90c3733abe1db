import { type Control, Controller, useWatch } from 'react-hook-form'
import { partOf } from '#core/web/form.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { DatePicker } from '#core/web/ui/aria/DatePicker.tsx'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { today } from '../contract.ts'
import { needsAdult } from '../rules.minors.ts'
import { minorsTexts } from './texts.ts'

const spoken = texts(minorsTexts)

/** What a form holds of how old whoever learns is. */
export interface AgeValues {
  birth_date: string | null
  /** None until a minor is asked for it. */
  guardian_email: string | undefined
}

/** When whoever learns was born, and, of a minor alone, the adult who opens their account. */
export function AgeFields<Values extends AgeValues, Output>({
  control,
}: {
  control: Control<Values, unknown, Output>
}) {
  const { t } = useTexts(spoken)
  const own: Control<AgeValues> = partOf(control)
  const born = useWatch({ control: own, name: 'birth_date' })
  const now = today()
  return (
    <>
      <Controller
        name="birth_date"
        control={own}
        render={({ field, fieldState }) => (
          <DatePicker
            {...field}
            label={t('minors.fields.birth_date')}
            description={t('minors.fields.birth_help')}
            errorMessage={fieldState.error?.message}
            maxValue={now}
            isRequired
          />
        )}
      />
      {born && needsAdult(born, now) && (
        <FormText
          control={own}
          name="guardian_email"
          label={t('minors.fields.guardian_email')}
          description={t('minors.fields.guardian_help')}
          type="email"
          inputMode="email"
          autoComplete="off"
          isRequired
        />
      )}
    </>
  )
}
