import type { ReactNode } from 'react'

/** One way to prove oneself: what it is, how it stands, and what can be done about it. */
export function FactorRow({
  icon,
  name,
  note,
  action,
  children,
}: {
  icon: ReactNode
  name: string
  note: ReactNode
  action: ReactNode
  children?: ReactNode
}) {
  return (
    <section aria-label={name} className="flex flex-wrap items-center gap-x-5 gap-y-3">
      {icon}
      <div className="min-w-48 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="max-w-reading text-sm text-ink-2">{note}</p>
      </div>
      {action}
      {children}
    </section>
  )
}
