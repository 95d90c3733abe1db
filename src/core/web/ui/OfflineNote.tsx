import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'

/** Says what holds without connection; there in any case, so that it is read aloud once it says something. */
export function OfflineNote({ children }: { children: ReactNode }) {
  return (
    <p role="status" className={children ? 'flex items-start gap-2 text-sm text-warn' : 'sr-only'}>
      {children && (
        <>
          <CloudOff aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{children}</span>
        </>
      )}
    </p>
  )
}
