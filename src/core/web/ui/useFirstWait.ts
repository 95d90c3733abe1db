import { useState } from 'react'

/**
 * Whether a page still waits for its parts the first time, to show them at once: each by itself would push away what stands
 * below it. What is asked again later takes nothing away any more.
 * @param isWaiting some part has been asked for and isn't there yet
 */
export function useFirstWait(isWaiting: boolean): boolean {
  const [isOver, setOver] = useState(false)
  if (!isWaiting && !isOver) setOver(true)
  return isWaiting && !isOver
}
