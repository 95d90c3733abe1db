import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { OfflineNote } from '#core/web/ui/OfflineNote.tsx'
import { dayTexts } from './texts.ts'

const spoken = texts(dayTexts)

/** Says that what is shown is as it was, where there is no connection. */
export function StoredNote({ as_of }: { as_of: Date | null }) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  return (
    <OfflineNote>
      {as_of && t('events.offline.as_of', { date: date(as_of, undefined, 'day'), time: time(as_of) })}
    </OfflineNote>
  )
}
