import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { TagField } from '#core/web/ui/aria/TagField.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { INSTRUMENTS } from '#features/projects/contract.ts'
import { fieldTexts, memberTexts } from '#features/projects/web/texts.ts'

const spoken = texts(memberTexts, fieldTexts, instrumentNames)

/** What somebody does in a band: a function in words, and what they play. */
export function PartFields<Values extends FieldValues & { function: string; instruments: string[] }, Output>({
  control,
}: {
  control: Control<Values, unknown, Output>
}) {
  const { t } = useTexts(spoken)
  return (
    <>
      <FormText
        control={control}
        name={'function' as FieldPath<Values>}
        shared
        label={t('members.fields.function')}
        placeholder={t('members.fields.function_hint')}
        maxLength={60}
      />
      <Controller
        name={'instruments' as FieldPath<Values>}
        control={control}
        render={({ field, fieldState }) => (
          <TagField
            {...field}
            label={t('members.fields.instruments')}
            placeholder={t('members.fields.instruments_hint')}
            emptyText={t('projects.fields.no_match')}
            options={INSTRUMENTS.map((value) => ({
              value,
              label: t(`business:terms.instruments.${value}`),
            }))}
            max={8}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
    </>
  )
}
