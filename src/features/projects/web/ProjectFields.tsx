import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { texts, useTexts } from '#core/web/texts.ts'
import { FormText } from '#core/web/ui/aria/FormText.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { TagField } from '#core/web/ui/aria/TagField.tsx'
import { TextArea } from '#core/web/ui/aria/TextArea.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { PictureField } from '#features/files/web/PictureField.tsx'
import { MapPicker } from '#features/maps/web/MapPicker.tsx'
import { BIO_MAX, BIO_MIN_COMPLETE, INSTRUMENTS, type ProjectChange, SPOKEN_LANGUAGES } from '../contract.ts'
import { CityField } from './CityField.tsx'
import { GenresField } from './GenresField.tsx'
import type { ProjectValues } from './projectForm.ts'
import { fieldTexts, projectTerms, projectTexts } from './texts.ts'

const spoken = texts(projectTexts, instrumentNames, projectTerms, fieldTexts)

/** Everything a project shows of itself. */
export function ProjectFields({
  form,
  onUploading,
}: {
  form: UseFormReturn<ProjectValues, unknown, ProjectChange>
  onUploading: (isUploading: boolean) => void
}) {
  const { t } = useTexts(spoken)
  const { control } = form
  const name = useWatch({ control, name: 'name' })
  const bio = useWatch({ control, name: 'bio' })
  const [city, lat, lng] = useWatch({ control, name: ['city', 'lat', 'lng'] })
  const missing = BIO_MIN_COMPLETE - [...bio.trim()].length
  return (
    <>
      <Controller
        name="profile_image"
        control={control}
        render={({ field, fieldState }) => (
          <PictureField
            label={t('projects.fields.profile_image')}
            name={name}
            ref={field.ref}
            value={field.value}
            onChange={field.onChange}
            onUploading={onUploading}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <FormText
          control={control}
          name="name"
          label={t('projects.fields.name')}
          maxLength={80}
          shared
          isRequired
        />
        <CityField
          control={control}
          unknownHelp={t(lat === null ? 'projects.fields.city_unknown' : 'projects.fields.city_marked')}
          onPick={(point) => {
            form.setValue('lat', point?.lat ?? null)
            form.setValue('lng', point?.lng ?? null)
          }}
        />
      </div>
      <MapPicker
        point={lat === null || lng === null ? null : { lat, lng }}
        address={city}
        onPick={(point) => {
          form.setValue('lat', point.lat, { shouldDirty: true })
          form.setValue('lng', point.lng, { shouldDirty: true })
        }}
      />
      <GenresField control={control} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Controller
          name="main_instrument"
          control={control}
          render={({ field, fieldState }) => (
            <Select
              {...field}
              label={t('projects.fields.main_instrument')}
              placeholder={t('projects.fields.choose')}
              options={INSTRUMENTS.map((value) => ({
                value,
                label: t(`business:terms.instruments.${value}`),
              }))}
              value={field.value as (typeof INSTRUMENTS)[number] | null}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
        <Controller
          name="languages"
          control={control}
          render={({ field, fieldState }) => (
            <TagField
              {...field}
              label={t('projects.fields.languages')}
              placeholder={t('projects.fields.languages_hint')}
              emptyText={t('projects.fields.no_match')}
              options={SPOKEN_LANGUAGES.map((value) => ({
                value,
                label: t(`business:terms.languages.${value}`),
              }))}
              value={field.value as (typeof SPOKEN_LANGUAGES)[number][]}
              max={8}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      </div>
      <Controller
        name="bio"
        control={control}
        render={({ field, fieldState }) => (
          <TextArea
            {...field}
            shared
            label={t('projects.fields.bio')}
            description={
              missing > 0
                ? t('projects.fields.bio_missing', { count: missing })
                : t('projects.fields.bio_enough')
            }
            rows={5}
            maxLength={BIO_MAX}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
    </>
  )
}
