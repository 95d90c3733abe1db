import { PLACES } from '#core/contract/places.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { ComboBox } from '#core/web/ui/aria/ComboBox.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { briefTexts } from '#features/hiring/web/texts.ts'
import type { BriefDesk } from './autosave.ts'
import { BriefField, fieldOf } from './BriefField.tsx'

const spoken = texts(briefTexts)

const ZONES = [...new Set([DEFAULT_ZONE, ...PLACES.map((place) => place.zone)])]
const keyOfPlace = (city: unknown, country: unknown) => `${city}|${country}`

/** The place of the list that the brief names; none when it names another, or nothing yet. */
export const placeIn = ({ values }: BriefDesk) =>
  PLACES.find((place) => place.city === values['event.city'] && place.country === values['event.country'])

/** The town: one of the list, or any other by its point and its hours. Cells of the grid around them. */
export function CityFields({
  desk,
  isElsewhere,
  onElsewhere,
}: {
  desk: BriefDesk
  isElsewhere: boolean
  onElsewhere: (isElsewhere: boolean) => void
}) {
  const { t, i18n } = useTexts(spoken)
  const countries = new Intl.DisplayNames([i18n.language], { type: 'region' })
  const known = placeIn(desk)
  if (isElsewhere)
    return (
      <>
        <BriefField path="event.city">
          <TextField
            {...fieldOf<string>(desk, 'event.city')}
            label={t('order.brief.fields.event.city')}
            isRequired
            maxLength={80}
          />
        </BriefField>
        <BriefField path="event.zone">
          <Select
            {...fieldOf<string>(desk, 'event.zone')}
            label={t('order.brief.fields.event.zone')}
            isRequired
            placeholder={t('order.brief.choose')}
            options={ZONES.map((value) => ({
              value,
              label: (value.split('/')[1] ?? value).replaceAll('_', ' '),
            }))}
          />
        </BriefField>
        <BriefField path="event.lat">
          <NumberField
            {...fieldOf<number>(desk, 'event.lat')}
            label={t('order.brief.fields.event.lat')}
            isRequired
            minValue={-90}
            maxValue={90}
            hideStepper
            formatOptions={{ maximumFractionDigits: 5 }}
            description={t('order.brief.hints.coordinates')}
          />
        </BriefField>
        <BriefField path="event.lng">
          <NumberField
            {...fieldOf<number>(desk, 'event.lng')}
            label={t('order.brief.fields.event.lng')}
            isRequired
            minValue={-180}
            maxValue={180}
            hideStepper
            formatOptions={{ maximumFractionDigits: 5 }}
          />
        </BriefField>
        <Button
          variant="quiet"
          size="sm"
          className="col-span-full justify-self-start"
          onPress={() => onElsewhere(false)}
        >
          {t('order.brief.city_from_list')}
        </Button>
      </>
    )
  return (
    <BriefField path="event.city" className="flex flex-col items-start gap-1">
      <ComboBox
        className="self-stretch"
        label={t('order.brief.fields.event.city')}
        isRequired
        placeholder={t('order.brief.hints.city')}
        emptyText={t('order.brief.city_unknown')}
        errorMessage={desk.errors['event.city'] ?? desk.errors['event.lat'] ?? desk.errors['event.zone']}
        value={known ? keyOfPlace(known.city, known.country) : null}
        options={PLACES.map((place) => ({
          value: keyOfPlace(place.city, place.country),
          label: place.city,
          description: countries.of(place.country) ?? place.country,
        }))}
        onChange={(key) => {
          const place = PLACES.find((one) => keyOfPlace(one.city, one.country) === key)
          desk.change({
            'event.city': place?.city ?? null,
            'event.country': place?.country ?? null,
            'event.lat': place?.lat ?? null,
            'event.lng': place?.lng ?? null,
            'event.zone': place?.zone ?? null,
          })
        }}
      />
      <Button variant="quiet" size="sm" className="-ml-3" onPress={() => onElsewhere(true)}>
        {t('order.brief.city_elsewhere')}
      </Button>
    </BriefField>
  )
}
