import { Building2, Trees, Warehouse } from 'lucide-react'
import { useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { ChipGroup } from '#core/web/ui/aria/ChipGroup.tsx'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { briefTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { nearestTown, type Point } from '#features/maps/rules.ts'
import { MapPicker } from '#features/maps/web/MapPicker.tsx'
import { EVENT_TYPES, type EventType } from '#features/services/contract.ts'
import { AGE_GROUPS, RECURRENCES, type Recurrence, SETTINGS } from '../contract.ts'
import { customOf } from '../rules.assumed.ts'
import { type BriefDesk, nested } from './autosave.ts'
import { BriefChoice } from './BriefChoice.tsx'
import { BriefField, fieldOf } from './BriefField.tsx'
import { CityFields, placeIn } from './CityFields.tsx'
import { TimeFields } from './TimeFields.tsx'

const spoken = texts(briefTexts)

type Setting = (typeof SETTINGS)[number]
type Ages = (typeof AGE_GROUPS)[number]

const SETTING_ICONS: Record<Setting, typeof Trees> = { indoor: Building2, outdoor: Trees, both: Warehouse }

/** Section 2: what, when, where, and for whom. */
export function BriefEvent({ desk }: { desk: BriefDesk }) {
  const { t } = useTexts(spoken)
  const words = useWords()
  const { values } = desk
  const city = values['event.city']
  const [isElsewhere, setElsewhere] = useState(() => Boolean(city) && !placeIn(desk))
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

      <TimeFields desk={desk} />

      <div className="grid gap-5 sm:grid-cols-2">
        <CityFields desk={desk} isElsewhere={isElsewhere} onElsewhere={setElsewhere} />
        <BriefField path="event.address">
          <TextField
            {...fieldOf<string>(desk, 'event.address')}
            label={t('order.brief.fields.event.address')}
            description={t('order.brief.hints.address')}
            maxLength={200}
          />
        </BriefField>
      </div>
      <MapPicker
        point={point}
        onPick={pickPoint}
        address={fieldOf<string>(desk, 'event.address').value}
        hideCoordinates={isElsewhere}
      />

      <BriefChoice<Setting>
        {...fieldOf<Setting>(desk, 'event.setting')}
        desk={desk}
        path="event.setting"
        label={t('order.brief.fields.event.setting')}
        columns={2}
        assumed={customOf(nested(values)).event.setting}
        options={SETTINGS.map((value) => {
          const Icon = SETTING_ICONS[value]
          return { value, label: t(`order.brief.settings.${value}`), icon: <Icon aria-hidden /> }
        })}
      />

      <div className="grid gap-5 sm:grid-cols-2">
        <BriefField path="event.guests">
          <NumberField
            {...fieldOf<number>(desk, 'event.guests')}
            label={t('order.brief.fields.event.guests')}
            isRequired
            // Nobody at all can be typed and is said to be too few; a field that corrects it says nothing.
            minValue={0}
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
