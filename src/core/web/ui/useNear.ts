import { type RefObject, useEffect, useState } from 'react'
import { whenNear } from './lazyPhoto.ts'

/** Whether a box has come within 100 px of the screen; once it has, it stays so. */
export function useNear(box: RefObject<Element | null>, isWanted = true): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !isWanted || !box.current) return
    return whenNear(box.current, () => setNear(true))
  }, [isNear, isWanted, box])
  return isNear
}
