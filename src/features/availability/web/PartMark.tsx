import { clsx } from 'clsx'
import { Ban, CalendarSync, Check, Clock3, GraduationCap, type LucideIcon, Music2 } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { PartLook } from './month.ts'

const stripes = (angle: string, colour: string, wide: number, gap: number): CSSProperties => ({
  backgroundImage: `repeating-linear-gradient(${angle}, ${colour} 0 ${wide}px, transparent ${wide}px ${wide + gap}px)`,
})

/** Colour, pattern and sign of each look: told apart without colour too. */
const looks: Record<PartLook, { className: string; style?: CSSProperties; icon?: LucideIcon }> = {
  free: { className: 'bg-graph-ok text-white dark:text-noche-950', icon: Check },
  hold: {
    className: 'bg-warn-tint text-warn inset-ring inset-ring-warn',
    style: stripes('-45deg', 'color-mix(in srgb, var(--warn) 45%, transparent)', 3, 3),
    icon: Clock3,
  },
  // Bars, like a level meter.
  gig: {
    className: 'bg-ink text-surface',
    style: {
      backgroundImage: 'repeating-linear-gradient(90deg, transparent 0 6px, var(--surface) 6px 7.5px)',
    },
    icon: Music2,
  },
  lesson: { className: 'bg-ink-2 text-surface', icon: GraduationCap },
  // Dots, as on a page of another book.
  imported: {
    className: 'bg-accent-tint text-accent inset-ring inset-ring-accent',
    style: {
      backgroundImage:
        'radial-gradient(color-mix(in srgb, currentColor 55%, transparent) 1px, transparent 1.3px)',
      backgroundSize: '5px 4px',
    },
    icon: CalendarSync,
  },
  blocked: {
    className: 'bg-surface-2 text-ink-2 inset-ring inset-ring-graph-quiet',
    style: stripes('45deg', 'color-mix(in srgb, var(--graph-quiet) 45%, transparent)', 1.5, 3),
    icon: Ban,
  },
  off: { className: 'bg-surface-2' },
}

/** One part of a day: a low bar in a calendar's cell, or a small square with its sign. */
export function PartMark({ look, size = 'bar' }: { look: PartLook; size?: 'bar' | 'sign' }) {
  const { className, style, icon: Icon } = looks[look]
  return (
    <span
      aria-hidden="true"
      {...(style && size === 'bar' ? { style } : {})}
      className={clsx(
        'grid shrink-0 place-items-center',
        size === 'sign' ? 'size-5 rounded-check' : 'h-2 rounded-[3px]',
        className,
      )}
    >
      {size === 'sign' && Icon && <Icon strokeWidth={2.75} className="size-3.5" />}
    </span>
  )
}
