import { useEffect, useState } from 'react'

const HALF_MINUTE_MS = 30_000

/** The time, told again every half minute: for countdowns and "ten minutes ago". */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), HALF_MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
