import { Ban, CalendarSync, GraduationCap, Guitar, Hourglass, LifeBuoy, Music2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CalendarKind } from '../contract.ts'

/* How each kind of entry looks in a calendar. */

export const ICONS: Record<CalendarKind, ReactNode> = {
  gig: <Music2 aria-hidden />,
  hold: <Hourglass aria-hidden />,
  standby: <LifeBuoy aria-hidden />,
  lesson: <GraduationCap aria-hidden />,
  own: <Guitar aria-hidden />,
  imported: <CalendarSync aria-hidden />,
  block: <Ban aria-hidden />,
}

/** A gig is filled, a hold hatched, a lesson edged, a block dotted; each has its sign: told apart without colour too. */
export const LOOKS: Record<CalendarKind, string> = {
  gig: 'border-transparent bg-primary text-on-primary',
  hold: 'border-foco-600 border-dashed bg-warn-tint text-warn',
  standby: 'border-foco-600 border-dotted bg-surface text-ink',
  lesson: 'border-graph-ok bg-ok-tint text-ok',
  own: 'border-primary bg-surface text-ink',
  imported: 'border-line-strong border-dashed bg-surface text-ink-2',
  block: 'border-line bg-surface-2 text-ink-2',
}
export const HATCH: Partial<Record<CalendarKind, React.CSSProperties>> = {
  hold: {
    backgroundImage:
      'repeating-linear-gradient(135deg, transparent 0 6px, color-mix(in srgb, currentColor 14%, transparent) 6px 8px)',
  },
  block: {
    backgroundImage:
      'radial-gradient(color-mix(in srgb, currentColor 28%, transparent) 1px, transparent 1.2px)',
    backgroundSize: '7px 7px',
  },
}
