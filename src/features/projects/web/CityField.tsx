import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { PLACES, placeOf } from '#core/contract/places.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { ComboBox } from '#core/web/ui/aria/ComboBox.tsx'
import { projectTexts } from './texts.ts'

const spoken = texts(projectTexts)

/** A town of the list; one that was written elsewhere stays to be chosen. */
export function CityField<Values extends FieldValues & { city: string | null }, Output>({
  control,
  onPick,
}: {
  control: Control<Values, unknown, Output>
  /** Told the town's point; null for none. */
  onPick?: (point: { lat: number; lng: number } | null) => void
}) {
  const { t, i18n } = useTexts(spoken)
  const countries = new Intl.DisplayNames([i18n.language], { type: 'region' })
  const towns = PLACES.map(({ city, country }) => ({
    value: city,
    label: `${city}, ${countries.of(country) ?? country}`,
  }))
  return (
    <Controller
      name={'city' as FieldPath<Values>}
      control={control}
      render={({ field, fieldState }) => {
        const own = field.value && !placeOf(field.value) ? [{ value: field.value, label: field.value }] : []
        return (
          <ComboBox
            {...field}
            label={t('projects.fields.city')}
            placeholder={t('projects.fields.city_hint')}
            emptyText={t('projects.fields.no_match')}
            options={[...own, ...towns]}
            onChange={(city) => {
              field.onChange(city)
              const place = city ? placeOf(city) : null
              onPick?.(place ? { lat: place.lat, lng: place.lng } : null)
            }}
            errorMessage={fieldState.error?.message}
          />
        )
      }}
    />
  )
}
