import { useEffect, useState } from 'react'

/** Returns the time, refreshed every 30 s (decision 0041). */
export function useNow() {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
