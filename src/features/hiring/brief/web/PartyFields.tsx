import { texts, useTexts } from '#core/web/texts.ts'
import { NumberBox } from '#core/web/ui/NumberBox.tsx'
import { SelectBox } from '#core/web/ui/SelectBox.tsx'
import { GUESTS_MAX } from '#features/directory/rules.event.ts'
import { briefTexts } from '#features/hiring/web/texts.ts'
import { useWords } from '#features/hiring/web/words.ts'
import { EVENT_TYPES, type EventType } from '#features/services/contract.ts'
import type { BriefDesk } from './autosave.ts'
import { BriefField, fieldOf } from './BriefField.tsx'

const spoken = texts(briefTexts)

/** What is celebrated. */
export function TypeField({ desk }: { desk: BriefDesk }) {
  const { t } = useTexts(spoken)
  const words = useWords()
  return (
    <BriefField path="event.type">
      <SelectBox<EventType>
        {...fieldOf<EventType>(desk, 'event.type')}
        label={t('order.brief.fields.event.type')}
        isRequired
        placeholder={t('order.brief.choose')}
        options={EVENT_TYPES.map((value) => ({ value, label: words.type(value) }))}
      />
    </BriefField>
  )
}

/** For how many. */
export function GuestsField({ desk }: { desk: BriefDesk }) {
  const { t } = useTexts(spoken)
  return (
    <BriefField path="event.guests">
      <NumberBox
        {...fieldOf<number>(desk, 'event.guests')}
        label={t('order.brief.fields.event.guests')}
        isRequired
        // Nobody at all can be typed and is said to be too few; a field that corrects it says nothing.
        minValue={0}
        maxValue={GUESTS_MAX}
      />
    </BriefField>
  )
}
