import { CloudOff } from 'lucide-react'
import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { dayTexts } from './texts.ts'

const spoken = texts(dayTexts)

/** Says that what is shown is as it was, where there is no connection; there in any case, so that it is read aloud. */
export function StoredNote({ as_of }: { as_of: Date | null }) {
  const { t } = useTexts(spoken)
  const { date, time } = useFormat()
  return (
    <p role="status" className={as_of ? 'flex items-center gap-2 text-sm text-warn' : 'sr-only'}>
      {as_of && (
        <>
          <CloudOff aria-hidden className="size-4 shrink-0" />
          {t('events.offline.as_of', { date: date(as_of, undefined, 'day'), time: time(as_of) })}
        </>
      )}
    </p>
  )
}
