import { CalendarCheck, Clock } from 'lucide-react'
import { type Known, useRecord } from './record.ts'

/** What is known of a project in a line, for cards. */
export function RecordLine({ of }: { of: Known }) {
  const { kept, reply } = useRecord()(of)
  if (kept === null && reply === null) return null
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
      {kept && (
        <li className="inline-flex items-center gap-1.5">
          <CalendarCheck aria-hidden className="size-4 shrink-0" />
          {kept}
        </li>
      )}
      {reply && (
        <li className="inline-flex items-center gap-1.5">
          <Clock aria-hidden className="size-4 shrink-0" />
          {reply}
        </li>
      )}
    </ul>
  )
}
