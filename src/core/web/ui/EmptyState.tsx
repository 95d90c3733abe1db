import type { ReactNode } from 'react'
import { Planks } from './Planks.tsx'
import { TapeMark } from './TapeMark.tsx'

/** Nothing here yet: an empty stage with its mark, what it means and what to do next. */
export function EmptyState({
  title,
  children,
  action,
  as: Level = 'h2',
  className,
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  as?: 'h1' | 'h2' | 'h3'
  className?: string
}) {
  return (
    <div className={`flex flex-col items-center gap-3 px-4 py-10 text-center ${className ?? ''}`}>
      <span aria-hidden className="relative mb-2">
        <Planks className="h-12 w-44 text-line" />
        <TapeMark className="absolute top-[22px] left-[82px] size-4 text-accent" />
      </span>
      <Level className="title-card">{title}</Level>
      {children && <div className="max-w-md text-ink-2">{children}</div>}
      {action && <div className="mt-2 flex flex-wrap justify-center gap-3">{action}</div>}
    </div>
  )
}
