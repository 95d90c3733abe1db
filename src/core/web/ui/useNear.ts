import { type RefObject, useLayoutEffect, useState } from 'react'
import { isNearNow, whenNear } from './lazyPhoto.ts'

/** Whether a box has come within 100 px of the screen; once it has, it stays so. */
export function useNear(box: RefObject<Element | null>, isWanted = true): boolean {
  // A server that draws a page can't know; its pictures are left to the browser (`loading`).
  const [isNear, setNear] = useState(globalThis.document === undefined)
  // Before anything is shown, so that a page that takes over from a drawn one doesn't blink.
  useLayoutEffect(() => {
    if (isNear || !isWanted || !box.current) return
    if (isNearNow(box.current)) return setNear(true)
    return whenNear(box.current, () => setNear(true))
  }, [isNear, isWanted, box])
  return isNear
}
