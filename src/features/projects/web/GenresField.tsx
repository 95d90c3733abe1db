import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { texts, useTexts } from '#core/web/texts.ts'
import { TagField } from '#core/web/ui/aria/TagField.tsx'
import { GENRES } from '../contract.ts'
import { fieldTexts, projectTerms } from './texts.ts'

const spoken = texts(projectTerms, fieldTexts)

/** What a project plays. */
export function GenresField<Values extends FieldValues & { genres: string[] }, Output>({
  control,
}: {
  control: Control<Values, unknown, Output>
}) {
  const { t } = useTexts(spoken)
  return (
    <Controller
      name={'genres' as FieldPath<Values>}
      control={control}
      render={({ field, fieldState }) => (
        <TagField
          {...field}
          label={t('projects.fields.genres')}
          placeholder={t('projects.fields.genres_hint')}
          emptyText={t('projects.fields.no_match')}
          options={GENRES.map((value) => ({ value, label: t(`business:terms.genres.${value}`) }))}
          max={10}
          errorMessage={fieldState.error?.message}
        />
      )}
    />
  )
}
