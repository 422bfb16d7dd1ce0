import { useEffect, useState } from 'react'

/**
 * Returns the value after it has not changed for `delay` ms (search boxes: 500). An emptied text
 * passes at once.
 */
export function useDebouncedValue<T>(value: T, delay = 500): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    if (value === '') {
      setSettled(value)
      return
    }
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
