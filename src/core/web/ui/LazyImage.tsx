import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { useNear } from './useNear.ts'

const spoken = texts()

/** An image fetched when it comes within 100 px of the screen; a text in its place when it fails. */
export function LazyImage({
  src,
  alt,
  className,
  width,
  height,
}: {
  src: string
  alt: string
  /** Gives the box its size, e.g. "aspect-video w-full". */
  className?: string
  width?: number
  height?: number
}) {
  const { t } = useTexts(spoken)
  const box = useRef<HTMLSpanElement>(null)
  const isNear = useNear(box)
  const [state, setState] = useState<{ src: string; is: 'loaded' | 'failed' } | null>(null)
  const is = state?.src === src ? state.is : 'loading'

  return (
    <span
      ref={box}
      className={clsx(
        'relative block overflow-hidden bg-surface-2',
        is === 'loading' && 'animate-shimmer',
        className,
      )}
    >
      {is === 'failed' ? (
        <span className="absolute inset-0 grid place-items-center p-3 text-center text-sm text-ink-2">
          {t('image_error')}
        </span>
      ) : (
        isNear && (
          <img
            src={src}
            alt={alt}
            width={width}
            height={height}
            decoding="async"
            onLoad={() => setState({ src, is: 'loaded' })}
            onError={() => setState({ src, is: 'failed' })}
            className={clsx('absolute inset-0 size-full object-cover', is === 'loading' && 'opacity-0')}
          />
        )
      )}
    </span>
  )
}
