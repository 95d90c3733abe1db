import { useEffect } from 'react'

/** Parts of the open page that show what somebody else may change. */
const listeners = new Set<() => void>()

/** Something was told to the person, or changed in what they were told. */
export function tellNews(): void {
  for (const listener of [...listeners]) listener()
}

/**
 * Calls `onNews` whenever the person has been told something, while the component is shown: what the page shows of it is
 * asked again, so that it appears without a reload.
 */
export function useNews(onNews: () => void): void {
  useEffect(() => {
    listeners.add(onNews)
    return () => void listeners.delete(onNews)
  }, [onNews])
}
