import { zoneName } from '#core/contract/intl.ts'
import { PLACES } from '#core/contract/places.ts'
import { DEFAULT_ZONE } from '#core/contract/time.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { NumberField } from '#core/web/ui/aria/NumberField.tsx'
import { Select } from '#core/web/ui/aria/Select.tsx'
import { TextField } from '#core/web/ui/aria/TextField.tsx'
import { briefTexts, sectionsTexts } from '#features/hiring/web/texts.ts'
import type { BriefDesk } from './autosave.ts'
import { BriefField, fieldOf } from './BriefField.tsx'

const spoken = texts(briefTexts, sectionsTexts)

const ZONES = [...new Set([DEFAULT_ZONE, ...PLACES.map((place) => place.zone)])]

/** A town that isn't in the list, by its name, its point and its hours. Cells of the grid around them. */
export function ElsewhereFields({ desk }: { desk: BriefDesk }) {
  const { t } = useTexts(spoken)
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
          options={ZONES.map((value) => ({ value, label: zoneName(value) }))}
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
    </>
  )
}
