import type { ReactNode } from 'react'

/** The head of a page: its h1, a line above it and what can be done here. */
export function PageHeader({
  title,
  eyebrow,
  actions,
}: {
  title: ReactNode
  eyebrow?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0">
        {eyebrow && <p className="font-medium text-accent first-letter:uppercase">{eyebrow}</p>}
        <h1 className="title-page">{title}</h1>
      </div>
      {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
    </header>
  )
}
