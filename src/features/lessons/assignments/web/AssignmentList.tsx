import { Link } from 'react-router'
import { useFormat } from '#core/web/format.ts'
import type { AssignmentSummary } from '../contract.ts'
import { Due, StateBadge } from './Standing.tsx'

/** Assignments in rows, each with how it stands. */
export function AssignmentList({ rows, as: Level }: { rows: readonly AssignmentSummary[]; as: 'h3' | 'h4' }) {
  const { nameOf } = useFormat()
  return (
    <ul className="flex flex-col divide-y divide-line">
      {rows.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
          <div className="min-w-0 flex-1 basis-48">
            <Level className="font-semibold wrap-anywhere">
              <Link to={`/assignments/${one.id}`} className="hover:text-accent">
                {one.title}
              </Link>
            </Level>
            <p className="text-sm text-ink-2">
              <Due assignment={one} />
              {one.side === 'student' && ` · ${nameOf(one.teacher.name)}`}
            </p>
          </div>
          <StateBadge assignment={one} />
        </li>
      ))}
    </ul>
  )
}
