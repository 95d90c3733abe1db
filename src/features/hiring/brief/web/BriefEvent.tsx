import { Building2, Trees, Warehouse } from 'lucide-react'
import { useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { ChipGroup } from '#core/web/ui/aria/ChipGroup.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { briefTexts, sectionsTexts } from '#features/hiring/web/texts.ts'
import { nearestTown, type Point } from '#features/maps/rules.ts'
import { MapPicker } from '#features/maps/web/MapPicker.tsx'
import { AGE_GROUPS, RECURRENCES, type Recurrence, SETTINGS } from '../contract.ts'
import { customOf } from '../rules.assumed.ts'
import type { BriefDesk } from './autosave.ts'
import { BriefChoice } from './BriefChoice.tsx'
import { BriefField, fieldOf } from './BriefField.tsx'
import { CityFields, placeIn } from './CityFields.tsx'
import { GuestsField, TypeField } from './PartyFields.tsx'
import { nested } from './paths.ts'
import { TimeFields } from './TimeFields.tsx'

const spoken = texts(briefTexts, sectionsTexts)

type Setting = (typeof SETTINGS)[number]
type Ages = (typeof AGE_GROUPS)[number]

const SETTING_ICONS: Record<Setting, typeof Trees> = { indoor: Building2, outdoor: Trees, both: Warehouse }

/** Section 2: what, when, where, and for whom. */
export function BriefEvent({ desk }: { desk: BriefDesk }) {
  const { t } = useTexts(spoken)
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
        <TypeField desk={desk} />
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
        <GuestsField desk={desk} />
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
