import { type RefObject, useEffect, useState } from 'react'

/** How near the screen an image must come before it is fetched. */
const MARGIN = '100px'

/** Whether a box has come within 100 px of the screen; once it has, it stays so. */
export function useNear(box: RefObject<Element | null>, isWanted = true): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !isWanted || !box.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: MARGIN },
    )
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [isNear, isWanted, box])
  return isNear
}
