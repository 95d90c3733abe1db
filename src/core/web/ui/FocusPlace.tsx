import type { ReactNode } from 'react'
import { useFocusStays } from './useFocusStays.ts'

/** A place whose rows come and go: the keyboard stays in it when the row that it was in goes. */
export function FocusPlace({ className = '', children }: { className?: string; children: ReactNode }) {
  const place = useFocusStays<HTMLDivElement>()
  return (
    <div ref={place} tabIndex={-1} className={`outline-none ${className}`}>
      {children}
    </div>
  )
}
