import { useEffect, useState } from 'react'

/** The value as it was once it stood still for `delay` ms (search boxes: 500). An emptied text passes at once. */
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
