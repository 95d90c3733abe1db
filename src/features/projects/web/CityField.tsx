import { type Ref, useState } from 'react'
import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { PLACES, placeOf } from '#core/contract/places.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { ComboBox } from '#core/web/ui/aria/ComboBox.tsx'
import { fieldTexts } from './texts.ts'

const spoken = texts(fieldTexts)

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
  return (
    <Controller
      name={'city' as FieldPath<Values>}
      control={control}
      render={({ field, fieldState }) => (
        <CityBox
          {...field}
          errorMessage={fieldState.error?.message}
          unknownHelp={unknownHelp}
          onChange={(city) => {
            field.onChange(city)
            const place = city ? placeOf(city) : null
            onPick?.(place ? { lat: place.lat, lng: place.lng } : null)
          }}
        />
      )}
    />
  )
}

/** Towns to choose from; what is written and isn't among them stays, and is told when the field is left. */
function CityBox({
  value,
  onChange,
  onBlur,
  unknownHelp,
  ...field
}: {
  name: string
  ref: Ref<HTMLInputElement>
  value: string | null
  onChange: (city: string | null) => void
  onBlur: () => void
  errorMessage: string | undefined
  unknownHelp: string | undefined
}) {
  const { t, i18n } = useTexts(spoken)
  // What is being written; null while the field says what was taken.
  const [written, setWritten] = useState<string | null>(null)
  const countries = new Intl.DisplayNames([i18n.language], { type: 'region' })
  const towns = PLACES.map(({ city, country }) => ({
    value: city,
    label: `${city}, ${countries.of(country) ?? country}`,
  }))
  const isUnknown = Boolean(value && !placeOf(value))
  const options = value && isUnknown ? [{ value, label: value }, ...towns] : towns
  const take = (city: string | null) => {
    setWritten(null)
    if (city !== value) onChange(city)
  }
  /** What stands in the field when it is left: nothing of it goes without a word. */
  const settle = () => {
    const text = written?.trim()
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
      options={options}
      value={value}
      inputValue={written ?? options.find((town) => town.value === value)?.label ?? ''}
      onWritten={setWritten}
      onChange={(city) => (city === null ? settle() : take(city))}
      onBlur={() => {
        settle()
        onBlur()
      }}
      {...(isUnknown && unknownHelp ? { description: unknownHelp } : {})}
    />
  )
}
