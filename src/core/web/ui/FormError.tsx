import { CircleAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'

/** What went wrong with a whole form or action, in a red box; read out when it appears. */
export function FormError({
  children,
  closeLabel,
  onClose,
  className,
}: {
  /** Nothing is drawn while this is empty. */
  children?: ReactNode
  closeLabel?: string
  onClose?: () => void
  className?: string
}) {
  return (
    <div role="alert" className={children ? className : 'hidden'}>
      {children && (
        <div className="flex items-start gap-3 rounded-control border border-bad bg-bad-tint px-4 py-3 text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
          <div className="min-w-0 flex-1 font-medium">{children}</div>
          {onClose && (
            <button
              type="button"
              aria-label={closeLabel}
              onClick={onClose}
              className="-my-2 -mr-2 grid size-10 shrink-0 place-items-center rounded-chip hover:bg-surface"
            >
              <X aria-hidden className="size-4" />
            </button>
          )}
        </div>
      )}
    </div>
  )
}
