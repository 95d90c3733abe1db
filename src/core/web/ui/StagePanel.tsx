import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { type Light, StageArt } from './StageArt.tsx'

/**
 * The dark panel of the next thing on stage. Tokens inside turn dark by themselves.
 * Text stands left, the art right; on phones the art goes below the text.
 */
export function StagePanel({
  seed,
  lights = ['telon', 'foco'],
  bars = 24,
  as: Tag = 'section',
  label,
  children,
  className,
}: {
  /** A name: it draws the bars. */
  seed: string
  lights?: readonly Light[]
  bars?: number
  as?: 'section' | 'div' | 'article'
  /** Names the region for screen readers. */
  label?: string
  children: ReactNode
  className?: string
}) {
  return (
    <Tag
      {...(label ? { 'aria-label': label } : {})}
      className={clsx('stage relative isolate overflow-hidden rounded-card', className)}
    >
      <div className="relative z-10 min-w-0 p-6 sm:max-w-[62%]">{children}</div>
      <StageArt
        seed={seed}
        lights={lights}
        bars={bars}
        fit="contain"
        className="-z-10 ml-auto h-56 w-full [overflow-y:clip] sm:absolute sm:inset-y-0 sm:right-0 sm:h-full sm:w-[56%]"
      />
    </Tag>
  )
}
