import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { useNear } from './useNear.ts'
import { Waveform } from './Waveform.tsx'
import { inkOf } from './waveform.ts'

const spoken = texts()

const sizes = {
  xs: 'size-7 rounded-chip',
  sm: 'size-9 rounded-[10px]',
  md: 'size-11 rounded-control',
  lg: 'size-16 rounded-card',
  xl: 'size-28 rounded-card',
} as const

/**
 * A photo, fetched when it comes within 100 px of the screen, or the waveform of the name on a dark ground.
 * Decorative unless `alt` is given: the name stands beside it.
 */
export function Avatar({
  name,
  src,
  alt = '',
  size = 'md',
  className,
}: {
  name: string
  src?: string | null | undefined
  alt?: string
  size?: keyof typeof sizes
  className?: string
}) {
  const { t } = useTexts(spoken)
  const box = useRef<HTMLSpanElement>(null)
  const isNear = useNear(box, Boolean(src))
  const [failed, setFailed] = useState<string | null>(null)
  const shape = clsx('block shrink-0 overflow-hidden', sizes[size], className)
  const isBroken = Boolean(src) && failed === src
  if (src && !isBroken)
    return (
      <span ref={box} className={clsx(shape, 'bg-surface-2')}>
        {isNear && (
          <img
            src={src}
            alt={alt}
            decoding="async"
            {...(size === 'xl' ? {} : { loading: 'lazy' })}
            onError={() => setFailed(src)}
            className="size-full object-cover"
          />
        )}
      </span>
    )
  if (isBroken && size === 'xl')
    return (
      <span
        className={clsx(shape, 'grid place-items-center bg-surface-2 p-2 text-center text-sm text-ink-2')}
      >
        {t('image_error')}
      </span>
    )
  const bars = size === 'xl' ? 13 : size === 'lg' ? 9 : 7
  // Too small for the sentence: it is said to whoever listens or points at it.
  const label = isBroken ? t('image_error') : alt
  return (
    <span
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      title={isBroken ? label : undefined}
      className={clsx(shape, 'grid place-items-center bg-noche-900 dark:bg-noche-800', inkOf(name))}
    >
      <Waveform name={name} bars={bars} className="h-[46%] w-[58%]" />
    </span>
  )
}
