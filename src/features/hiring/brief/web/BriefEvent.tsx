import { Building2, Clock, Trees, Warehouse } from 'lucide-react'
import { useState } from 'react'
import { PLACES } from '#core/contract/places.ts'
import { DEFAULT_ZONE, spanOf, wallClock } from '#core/contract/time.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { ChipGroup } from '#core/web/ui/aria/ChipGroup.tsx'
import { ComboBox } from '#core/web/ui/aria/ComboBox.tsx'
import { DatePicker } from '#core/web/ui/aria/DatePicker.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { RadioCards } from '#core/web/ui/aria/RadioCards.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { TimeField } from '#core/web/ui/aria/TimeField.tsx'
import { Button } from '#core/web/ui/Button.tsx'
import { briefTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { nearestTown, type Point } from '#features/maps/rules.ts'
import { MapPicker } from '#features/maps/web/MapPicker.tsx'
import { EVENT_TYPES, type EventType } from '#features/services/contract.ts'
import { AGE_GROUPS, RECURRENCES, type Recurrence, SETTINGS } from '../contract.ts'
import type { BriefDesk } from './autosave.ts'
import { BriefField, fieldOf } from './BriefField.tsx'

const spoken = texts(briefTexts)

type Setting = (typeof SETTINGS)[number]
type Ages = (typeof AGE_GROUPS)[number]

const SETTING_ICONS: Record<Setting, typeof Trees> = { indoor: Building2, outdoor: Trees, both: Warehouse }
const ZONES = [...new Set([DEFAULT_ZONE, ...PLACES.map((place) => place.zone)])]
const keyOfPlace = (city: unknown, country: unknown) => `${city}|${country}`

/** Section 2: what, when, where, and for whom. */
export function BriefEvent({ desk }: { desk: BriefDesk }) {
  const { t, i18n } = useTexts(spoken)
  const words = useWords()
  const { values } = desk
  const today = wallClock(new Date(), String(values['event.zone'] ?? DEFAULT_ZONE)).day
  const city = values['event.city']
  const known = PLACES.some((place) => place.city === city && place.country === values['event.country'])
  const [isElsewhere, setElsewhere] = useState(Boolean(city) && !known)
  const countries = new Intl.DisplayNames([i18n.language], { type: 'region' })
  const [lat, lng] = [values['event.lat'], values['event.lng']]
  const point = typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : null
  /** A point says the town and its hours too, while nobody has said another. */
  const pickPoint = ({ lat, lng }: Point) => {
    const town = city ? null : nearestTown({ lat, lng })?.place
    desk.change({
      'event.lat': lat,
      'event.lng': lng,
      ...(town ? { 'event.city': town.city, 'event.country': town.country, 'event.zone': town.zone } : {}),
    })
  }

  return (
    <div className="grid gap-6">
      <div className="grid gap-5 sm:grid-cols-2">
        <BriefField path="event.type">
          <Select<EventType>
            {...fieldOf<EventType>(desk, 'event.type')}
            label={t('order.brief.fields.event.type')}
            isRequired
            placeholder={t('order.brief.choose')}
            options={EVENT_TYPES.map((value) => ({ value, label: words.type(value) }))}
          />
        </BriefField>
        <BriefField path="event.title">
          <TextField
            {...fieldOf<string>(desk, 'event.title')}
            shared
            label={t('order.brief.fields.event.title')}
            placeholder={t('order.brief.hints.title_example')}
            maxLength={80}
          />
        </BriefField>
      </div>

      <div className="grid grid-cols-2 gap-5 sm:grid-cols-[1.4fr_1fr_1fr]">
        <BriefField path="event.day" className="col-span-2 sm:col-span-1">
          <DatePicker
            {...fieldOf<string>(desk, 'event.day')}
            label={t('order.brief.fields.event.day')}
            isRequired
            minValue={today}
          />
        </BriefField>
        <BriefField path="event.starts">
          <TimeField
            {...fieldOf<string>(desk, 'event.starts')}
            label={t('order.brief.fields.event.starts')}
            isRequired
          />
        </BriefField>
        <BriefField path="event.ends">
          <TimeField
            {...fieldOf<string>(desk, 'event.ends')}
            label={t('order.brief.fields.event.ends')}
            isRequired
          />
        </BriefField>
        <Duration desk={desk} />
      </div>

      {isElsewhere ? (
        <div className="grid gap-5 sm:grid-cols-2">
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
            className="justify-self-start"
            onPress={() => setElsewhere(false)}
          >
            {t('order.brief.city_from_list')}
          </Button>
        </div>
      ) : (
        <div className="grid gap-5 sm:grid-cols-2">
          <BriefField path="event.city" className="flex flex-col items-start gap-1">
            <ComboBox
              className="self-stretch"
              label={t('order.brief.fields.event.city')}
              isRequired
              placeholder={t('order.brief.hints.city')}
              emptyText={t('order.brief.city_unknown')}
              errorMessage={
                desk.errors['event.city'] ?? desk.errors['event.lat'] ?? desk.errors['event.zone']
              }
              value={known ? keyOfPlace(city, values['event.country']) : null}
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
            <Button variant="quiet" size="sm" className="-ml-3" onPress={() => setElsewhere(true)}>
              {t('order.brief.city_elsewhere')}
            </Button>
          </BriefField>
          <BriefField path="event.address">
            <TextField
              {...fieldOf<string>(desk, 'event.address')}
              label={t('order.brief.fields.event.address')}
              description={t('order.brief.hints.address')}
              maxLength={200}
            />
          </BriefField>
        </div>
      )}
      {isElsewhere && (
        <BriefField path="event.address">
          <TextField
            {...fieldOf<string>(desk, 'event.address')}
            label={t('order.brief.fields.event.address')}
            description={t('order.brief.hints.address')}
            maxLength={200}
          />
        </BriefField>
      )}
      <MapPicker
        point={point}
        onPick={pickPoint}
        address={fieldOf<string>(desk, 'event.address').value}
        hideCoordinates={isElsewhere}
      />

      <BriefField path="event.setting">
        <RadioCards<Setting>
          {...fieldOf<Setting>(desk, 'event.setting')}
          label={t('order.brief.fields.event.setting')}
          isRequired
          columns={3}
          options={SETTINGS.map((value) => {
            const Icon = SETTING_ICONS[value]
            return { value, label: t(`order.brief.settings.${value}`), icon: <Icon aria-hidden /> }
          })}
        />
      </BriefField>

      <div className="grid gap-5 sm:grid-cols-2">
        <BriefField path="event.guests">
          <NumberField
            {...fieldOf<number>(desk, 'event.guests')}
            label={t('order.brief.fields.event.guests')}
            isRequired
            minValue={1}
            maxValue={100_000}
          />
        </BriefField>
        <BriefField path="event.recurrence">
          <Select<Recurrence>
            {...fieldOf<Recurrence>(desk, 'event.recurrence')}
            label={t('order.brief.fields.event.recurrence')}
            description={t('order.brief.hints.recurrence')}
            placeholder={t('order.brief.recurrences.none')}
            options={RECURRENCES.map((value) => ({ value, label: t(`order.brief.recurrences.${value}`) }))}
          />
        </BriefField>
      </div>
      <BriefField path="event.ages">
        <ChipGroup<Ages>
          {...fieldOf<Ages[]>(desk, 'event.ages')}
          label={t('order.brief.fields.event.ages')}
          options={AGE_GROUPS.map((value) => ({ value, label: t(`order.brief.ages.${value}`) }))}
        />
      </BriefField>
    </div>
  )
}

/** How long that is, and that it ends after midnight, before anybody is surprised. */
function Duration({ desk }: { desk: BriefDesk }) {
  const { t } = useTexts(spoken)
  const day = desk.values['event.day'] as string | null | undefined
  const starts = desk.values['event.starts'] as string | null | undefined
  const ends = desk.values['event.ends'] as string | null | undefined
  if (!starts || !ends) return null
  const zone = (desk.values['event.zone'] as string | null | undefined) ?? DEFAULT_ZONE
  const span = spanOf(day ?? '2026-01-15', starts, ends, zone)
  const minutes = Math.round((span.ends_at.getTime() - span.starts_at.getTime()) / 60_000)
  return (
    <p className="col-span-full -mt-2 flex items-center gap-2 text-sm text-ink-2" aria-live="polite">
      <Clock aria-hidden className="size-4 shrink-0" />
      {t(ends <= starts ? 'order.brief.lasts_overnight' : 'order.brief.lasts', {
        hours: Math.floor(minutes / 60),
        minutes: String(minutes % 60).padStart(2, '0'),
      })}
    </p>
  )
}
