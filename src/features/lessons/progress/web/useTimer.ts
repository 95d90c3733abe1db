import { useEffect, useState } from 'react'
import { ownList } from '#features/accounts/web/ownList.ts'
import { elapsedOf, type Timer } from './timer.ts'

const list = ownList<Timer>('timer')
const storedTimer = (): Timer | null => list.read()[0] ?? null

const SECOND_MS = 1_000

/**
 * The practice timer of whoever is signed in: on this device, whichever page or tab it was started in.
 * @returns it, what it has counted in milliseconds, told every second while it runs, and what stores it anew
 */
export function useTimer(): [Timer | null, number, (timer: Timer | null) => void] {
  const [timer, setTimer] = useState(storedTimer)
  const [now, setNow] = useState(() => Date.now())
  const isRunning = timer?.running_since != null
  useEffect(() => {
    const elsewhere = () => setTimer(storedTimer())
    addEventListener('storage', elsewhere)
    return () => removeEventListener('storage', elsewhere)
  }, [])
  useEffect(() => {
    if (!isRunning) return
    const ticking = setInterval(() => setNow(Date.now()), SECOND_MS)
    return () => clearInterval(ticking)
  }, [isRunning])
  const put = (next: Timer | null) => {
    // Where it can't be stored it still counts on this page.
    list.store(next ? [next] : [])
    setNow(Date.now())
    setTimer(next)
  }
  return [timer, timer ? elapsedOf(timer, now) : 0, put]
}
