import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { LazyImage } from '#core/web/ui/LazyImage.tsx'
import { NameCover } from '#core/web/ui/NameCover.tsx'

/** A project on a card: its photo or its name above, what it plays, where, and from how much. */
export function FeaturedCard({
  to,
  name,
  photo,
  facts,
  price,
  tag,
  action,
  actionLabel,
  hear,
}: {
  to: string
  name: string
  photo?: string | null | undefined
  facts: string
  price: string
  tag?: ReactNode
  action: string
  /** The link's whole name for screen readers. */
  actionLabel: string
  /** A button to hear them, where there is something. */
  hear?: ReactNode
}) {
  return (
    <article className="group relative flex min-w-0 flex-col overflow-hidden rounded-card border border-line bg-surface transition-colors hover:border-line-strong">
      <div data-cover className="relative h-40 overflow-hidden bg-noche-900 dark:bg-noche-950">
        {photo ? <LazyImage src={photo} alt="" className="size-full" /> : <NameCover name={name} />}
        {tag && (
          <span
            data-tag
            className="absolute top-3 left-3 inline-flex items-center gap-1 rounded-chip bg-foco-400 px-2 py-0.5 text-xs font-semibold text-noche-950"
          >
            {tag}
          </span>
        )}
        {hear}
      </div>
      <div className="flex flex-1 flex-col p-5">
        <h3 className="title-card">{name}</h3>
        <p className="mt-0.5 text-ink-2">{facts}</p>
        <div className="mt-4 flex items-center justify-between gap-3 pt-1">
          <span className="font-semibold">{price}</span>
          <Link
            to={to}
            aria-label={actionLabel}
            className="inline-flex items-center gap-1.5 font-semibold text-accent after:absolute after:inset-0 after:rounded-card"
          >
            {action}
            <ArrowRight aria-hidden className="size-4 transition-transform group-hover:translate-x-0.5" />
          </Link>
        </div>
      </div>
    </article>
  )
}
