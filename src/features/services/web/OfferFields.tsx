import { Controller, useWatch } from 'react-hook-form'
import { texts, useTexts } from '#core/web/texts.ts'
import { ChipGroup } from '#core/web/ui/aria/ChipGroup.tsx'
import { MoneyField } from '#core/web/ui/aria/MoneyField.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { RadioCards } from '#core/web/ui/aria/RadioCards.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { TagField } from '#core/web/ui/aria/TagField.tsx'
import { TextArea } from '#core/web/ui/aria/TextArea.tsx'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { instrumentNames } from '#features/accounts/web/texts.ts'
import { projectTerms } from '#features/projects/web/texts.ts'
import {
  type Category,
  EVENT_TYPES,
  FORMATS,
  GENRES,
  INSTRUMENTS,
  LEVELS,
  MODALITIES,
  PACKAGE_SIZES,
  SPOKEN_LANGUAGES,
} from '../contract.ts'
import { asks, isSearched } from '../rules.ts'
import { FieldsCard } from './FieldsCard.tsx'
import { type Form, minutes } from './serviceForm.ts'
import { serviceTerms, serviceTexts } from './texts.ts'

const spoken = texts(serviceTexts, instrumentNames, projectTerms, serviceTerms)

/** What most come for first. */
const CATEGORY_ORDER: readonly Category[] = [
  'MUSIC_SETTING',
  'MUSIC_LEARNING',
  'MUSIC_MARKETING',
  'MUSIC_THERAPY',
]

/** What it is: name, category, description. */
export function AboutFields({ form: { control } }: { form: Form }) {
  const { t } = useTexts(spoken)
  const category = useWatch({ control, name: 'category' })
  return (
    <FieldsCard title={t('services.form.about')}>
      <Controller
        name="title"
        control={control}
        render={({ field, fieldState }) => (
          <TextField
            {...field}
            className="sm:col-span-2"
            shared
            label={t('services.form.name')}
            placeholder={t(`services.form.hints.${category}.name`)}
            maxLength={80}
            isRequired
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="category"
        control={control}
        render={({ field, fieldState }) => (
          <RadioCards
            {...field}
            className="sm:col-span-2"
            label={t('services.form.category')}
            {...(isSearched(category) ? {} : { description: t('services.form.category_help') })}
            options={CATEGORY_ORDER.map((value) => ({
              value,
              label: t(`business:terms.categories.${value}`),
            }))}
            columns={2}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="description"
        control={control}
        render={({ field, fieldState }) => (
          <TextArea
            {...field}
            className="sm:col-span-2"
            shared
            label={t('services.form.description')}
            placeholder={t(`services.form.hints.${category}.description`)}
            rows={5}
            maxLength={2000}
            isRequired
            errorMessage={fieldState.error?.message}
          />
        )}
      />
    </FieldsCard>
  )
}

/** What a lesson says of itself. */
export function LessonFields({ form: { control } }: { form: Form }) {
  const { t } = useTexts(spoken)
  const currency = useWatch({ control, name: 'currency' })
  return (
    <FieldsCard title={t('services.form.lesson')}>
      <Controller
        name="instrument"
        control={control}
        render={({ field, fieldState }) => (
          <Select
            {...field}
            label={t('services.form.instrument')}
            placeholder={t('services.form.choose')}
            options={INSTRUMENTS.map((value) => ({ value, label: t(`business:terms.instruments.${value}`) }))}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="level"
        control={control}
        render={({ field, fieldState }) => (
          <Select
            {...field}
            label={t('services.form.level')}
            placeholder={t('services.form.choose')}
            options={LEVELS.map((value) => ({ value, label: t(`business:terms.levels.${value}`) }))}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="modality"
        control={control}
        render={({ field, fieldState }) => (
          <Select
            {...field}
            label={t('services.form.modality')}
            placeholder={t('services.form.choose')}
            options={MODALITIES.map((value) => ({ value, label: t(`business:terms.modalities.${value}`) }))}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="lesson_minutes"
        control={control}
        render={({ field, fieldState }) => (
          <NumberField
            {...field}
            label={t('services.form.lesson_minutes')}
            minValue={15}
            maxValue={240}
            step={15}
            formatOptions={minutes}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <Controller
        name="trial_price"
        control={control}
        render={({ field, fieldState }) => (
          <MoneyField
            {...field}
            label={t('services.form.trial')}
            description={t('services.form.trial_help')}
            currency={currency}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      <p className="text-muted text-sm sm:col-span-2">{t('services.form.packages_help')}</p>
      {PACKAGE_SIZES.map((size) => (
        <Controller
          key={size}
          name={`package_${size}_price`}
          control={control}
          render={({ field, fieldState }) => (
            <MoneyField
              {...field}
              label={t(`services.form.package_${size}`)}
              currency={currency}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      ))}
    </FieldsCard>
  )
}

/** What is played, by how many, for what: of these what the category is asked. */
export function MusicFields({ form: { control } }: { form: Form }) {
  const { t } = useTexts(spoken)
  const category = useWatch({ control, name: 'category' })
  return (
    <FieldsCard title={t('services.form.music')}>
      <Controller
        name="genres"
        control={control}
        render={({ field, fieldState }) => (
          <TagField
            {...field}
            className="sm:col-span-2"
            label={t('services.form.genres')}
            placeholder={t('services.form.genres_hint')}
            emptyText={t('services.form.no_match')}
            options={GENRES.map((value) => ({ value, label: t(`business:terms.genres.${value}`) }))}
            max={5}
            isRequired
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      {asks({ category }, 'line_up') && (
        <Controller
          name="format"
          control={control}
          render={({ field, fieldState }) => (
            <Select
              {...field}
              label={t('services.form.format')}
              options={FORMATS.map((value) => ({ value, label: t(`business:terms.formats.${value}`) }))}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      )}
      <Controller
        name="languages"
        control={control}
        render={({ field, fieldState }) => (
          <TagField
            {...field}
            label={t('services.form.languages')}
            emptyText={t('services.form.no_match')}
            options={SPOKEN_LANGUAGES.map((value) => ({
              value,
              label: t(`business:terms.languages.${value}`),
            }))}
            max={8}
            errorMessage={fieldState.error?.message}
          />
        )}
      />
      {asks({ category }, 'event_types') && (
        <Controller
          name="event_types"
          control={control}
          render={({ field, fieldState }) => (
            <ChipGroup
              {...field}
              className="sm:col-span-2"
              label={t('services.form.event_types')}
              description={t('services.form.event_types_help')}
              options={EVENT_TYPES.map((value) => ({
                value,
                label: t(`business:terms.event_types.${value}`),
              }))}
              errorMessage={fieldState.error?.message}
            />
          )}
        />
      )}
    </FieldsCard>
  )
}
