import { useFormat } from '#core/web/format.ts'
import { texts, useTexts } from '#core/web/texts.ts'
import { Badge, type Tone } from '#core/web/ui/Badge.tsx'
import type { AssignmentState, Side } from '../../contract.ts'
import type { AssignmentSummary } from '../contract.ts'
import { isLate } from '../rules.ts'
import { assignmentTexts } from './texts.ts'

const spoken = texts(assignmentTexts)

/** What waits for the reader is amber. */
const TONES: Record<Side, Record<AssignmentState, Tone>> = {
  student: { given: 'warn', turned_in: 'neutral', returned: 'warn', done: 'ok', withdrawn: 'neutral' },
  teacher: { given: 'neutral', turned_in: 'warn', returned: 'neutral', done: 'ok', withdrawn: 'neutral' },
}

/** How an assignment stands, as its reader's side says it. */
export function StateBadge({ assignment: { side, state } }: { assignment: AssignmentSummary }) {
  const { t } = useTexts(spoken)
  return <Badge tone={TONES[side][state]}>{t(`assignments.states.${side}.${state}`)}</Badge>
}

/** By when it is to be done, and whether that is over. */
export function Due({ assignment }: { assignment: AssignmentSummary }) {
  const { t } = useTexts(spoken)
  const { calendarDay } = useFormat()
  const { due } = assignment
  if (due === null) return <span>{t('assignments.due.open')}</span>
  const wasMissed = isLate(assignment, new Date())
  return (
    <span className={wasMissed ? 'font-medium text-warn' : ''}>
      {t(wasMissed ? 'assignments.due.late' : 'assignments.due.by', { date: calendarDay(due, 'long') })}
    </span>
  )
}
