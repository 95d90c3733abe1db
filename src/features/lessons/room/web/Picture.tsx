import { clsx } from 'clsx'
import { VideoOff } from 'lucide-react'
import { useEffect, useRef } from 'react'

/** Moving pictures and sound of a stream, or of one track; a sign in their place while there are none. */
export function Picture({
  stream,
  label,
  isOwn = false,
  isDark,
  onRefused,
  className,
}: {
  stream: MediaStream | null
  label: string
  /** One's own: without its sound, and as in a mirror. */
  isOwn?: boolean
  isDark: boolean
  /** The browser wants a press before it sounds; `again` is for that press. */
  onRefused?: (again: () => void) => void
  className?: string
}) {
  const video = useRef<HTMLVideoElement>(null)
  const refused = useRef(onRefused)
  refused.current = onRefused
  useEffect(() => {
    const element = video.current
    if (!element) return
    element.srcObject = stream
    if (!stream) return
    const play = () => {
      element.play().catch((error: unknown) => {
        if (error instanceof Error && error.name === 'NotAllowedError') refused.current?.(play)
      })
    }
    play()
  }, [stream])
  return (
    <div className={clsx('relative overflow-hidden bg-noche-900', className)}>
      <video
        ref={video}
        aria-label={label}
        muted={isOwn}
        playsInline
        className={clsx('size-full object-contain', isOwn && '-scale-x-100', isDark && 'opacity-0')}
      />
      {isDark && (
        <span aria-hidden className="absolute inset-0 grid place-items-center text-noche-200">
          <VideoOff className="size-8" />
        </span>
      )}
    </div>
  )
}
