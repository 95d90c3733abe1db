import { useRef } from 'react'
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { PLACES, placeOf } from '#core/contract/places.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { ComboBox } from '#core/web/ui/aria/ComboBox.tsx'
import { projectTexts } from './texts.ts'

const spoken = texts(projectTexts)

/**
 * A town of the list, however it is written or called; one that isn't in it stays as it is written, without a point of
 * its own: whoever shows a map asks for that.
 */
export function CityField<Values extends FieldValues & { city: string | null }, Output>({
  control,
  onPick,
  unknownHelp,
}: {
  control: Control<Values, unknown, Output>
  /** Told the town's point; null for none. */
  onPick?: (point: { lat: number; lng: number } | null) => void
  /** Said at the field of a town that we don't know. */
  unknownHelp?: string
}) {
  const { t, i18n } = useTexts(spoken)
  const countries = new Intl.DisplayNames([i18n.language], { type: 'region' })
  const towns = PLACES.map(({ city, country }) => ({
    value: city,
    label: `${city}, ${countries.of(country) ?? country}`,
  }))
  const written = useRef<string | null>(null)
  return (
    <Controller
      name={'city' as FieldPath<Values>}
      control={control}
      render={({ field, fieldState }) => {
        const isUnknown = Boolean(field.value && !placeOf(field.value))
        const own = isUnknown && field.value ? [{ value: field.value, label: field.value }] : []
        const take = (city: string | null) => {
          if (city === field.value) return
          field.onChange(city)
          const place = city ? placeOf(city) : null
          onPick?.(place ? { lat: place.lat, lng: place.lng } : null)
        }
        /** What stands in the field when it is left: nothing of it goes without a word. */
        const settle = () => {
          const text = written.current?.trim()
          if (text === undefined) return
          const known = towns.find(({ label }) => label === text)?.value ?? placeOf(text)?.city
          take(known ?? (text || null))
        }
        return (
          <ComboBox
            {...field}
            label={t('projects.fields.city')}
            placeholder={t('projects.fields.city_hint')}
            emptyText={t('projects.fields.no_match')}
            options={[...own, ...towns]}
            onChange={(city) => (city === null ? settle() : take(city))}
            onWritten={(text) => {
              written.current = text
            }}
            onBlur={() => {
              settle()
              field.onBlur()
            }}
            {...(isUnknown && unknownHelp ? { description: unknownHelp } : {})}
            errorMessage={fieldState.error?.message}
          />
        )
      }}
    />
  )
}
