import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type Tone = 'ok' | 'warn' | 'bad' | 'neutral' | 'accent' | 'spot'

const tones: Record<Tone, string> = {
  ok: 'bg-ok-tint text-ok',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
  neutral: 'bg-surface-2 text-ink-2',
  accent: 'bg-accent-tint text-accent',
  spot: 'bg-foco-400 text-noche-950',
}

/** A state in a word or two, tinted; `spot` is the amber one for dark panels. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
  className,
}: {
  tone?: Tone
  icon?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <span
      className={clsx(
        'inline-flex min-h-6.5 items-center gap-1.5 rounded-chip px-2 text-sm font-semibold whitespace-nowrap [&>svg]:size-4 [&>svg]:shrink-0',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}
