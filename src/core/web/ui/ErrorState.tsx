import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from './buttonStyle.ts'
import { Spinner } from './Spinner.tsx'

/** A part that could not be loaded: what happened and a way to try again. Light enough for the first load: no react-aria. */
export function ErrorState({
  title,
  children,
  retryLabel,
  onRetry,
  isRetrying = false,
  className,
}: {
  title: string
  children?: ReactNode
  retryLabel?: string
  onRetry?: () => void
  isRetrying?: boolean
  className?: string
}) {
  return (
    <div
      role="alert"
      className={`flex flex-col items-center gap-3 rounded-card border border-line bg-surface px-5 py-8 text-center ${className ?? ''}`}
    >
      <CircleAlert aria-hidden className="size-8 text-bad" />
      <p className="font-semibold">{title}</p>
      {children && <div className="max-w-md text-ink-2">{children}</div>}
      {onRetry && retryLabel && (
        <button
          type="button"
          onClick={onRetry}
          disabled={isRetrying}
          className={buttonStyle('secondary', 'md', false, 'mt-1')}
        >
          {isRetrying ? <Spinner /> : <RotateCw aria-hidden className="size-[1.15em]" />}
          {retryLabel}
        </button>
      )}
    </div>
  )
}
