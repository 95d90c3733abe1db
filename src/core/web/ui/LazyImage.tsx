import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import { texts, useTexts } from '#core/web/texts.ts'
import { showPhoto } from './lazyPhoto.ts'

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
  const failed = t('image_error')
  useEffect(() => {
    if (box.current) return showPhoto(box.current, { src, alt, width, height, failed })
  }, [src, alt, width, height, failed])
  return (
    <span
      ref={box}
      data-loading
      className={clsx('relative block overflow-hidden bg-surface-2 data-loading:animate-shimmer', className)}
    />
  )
}
