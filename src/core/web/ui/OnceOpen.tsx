import { type ReactNode, Suspense, useState } from 'react'

/**
 * Holds a lazy part that is fetched when it opens for the first time, and stays from then on so that its closing can
 * be seen. Until it is there nothing changes: the page behind it stays as it was.
 */
export function OnceOpen({ isOpen, children }: { isOpen: boolean; children: ReactNode }) {
  const [wasOpen, setWasOpen] = useState(isOpen)
  if (isOpen && !wasOpen) setWasOpen(true)
  return isOpen || wasOpen ? <Suspense fallback={null}>{children}</Suspense> : null
}
