import { clsx } from 'clsx'
import { type ReactNode, useId } from 'react'

/** A surface with an optional title row; a labelled region when it has a title. */
export function Card({
  title,
  action,
  as: Level = 'h2',
  children,
  className,
}: {
  title?: ReactNode
  /** At the right of the title: a quiet button or link, a badge. */
  action?: ReactNode
  as?: 'h2' | 'h3'
  children: ReactNode
  className?: string
}) {
  const id = useId()
  return (
    <section
      {...(title ? { 'aria-labelledby': id } : {})}
      className={clsx('min-w-0 rounded-card border border-line bg-surface p-5', className)}
    >
      {(title || action) && (
        <header className="mb-4 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {title && (
            <Level id={id} className="title-card">
              {title}
            </Level>
          )}
          {action}
        </header>
      )}
      {children}
    </section>
  )
}
