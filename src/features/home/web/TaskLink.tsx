import { clsx } from 'clsx'
import { ArrowRight, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

/** What waits for somebody, as a row that leads to where it is done. */
export function TaskLink({
  to,
  icon: Icon,
  title,
  children,
  end,
  isInCard = false,
}: {
  to: string
  icon: LucideIcon
  title: string
  /** Lines below the title. */
  children?: ReactNode
  /** At the end of the row, in place of an arrow. */
  end?: ReactNode
  /** It stands on a card, and isn't one. */
  isInCard?: boolean
}) {
  return (
    <Link
      to={to}
      className={clsx(
        'flex items-center gap-4 border border-line p-4 no-underline transition-colors hover:bg-surface-2',
        isInCard ? 'h-full flex-wrap rounded-control' : 'rounded-card bg-surface',
      )}
    >
      <span
        aria-hidden
        className="grid size-11 shrink-0 place-items-center rounded-control bg-warn-tint text-warn"
      >
        <Icon className="size-5" />
      </span>
      {/* On a card, what stands at the end goes below before words are broken. */}
      <span className="min-w-0 grow basis-40">
        <span className="block font-semibold">{title}</span>
        {children}
      </span>
      {end || <ArrowRight aria-hidden className="size-5 shrink-0 text-ink-3" />}
    </Link>
  )
}
