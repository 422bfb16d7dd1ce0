import { useEffect, useState } from 'react'
import { idle } from './when-idle.ts'

/** Returns true once the screen has been shown and has requested its data. */
export function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let isGone = false
    void idle().then(() => !isGone && setIdle(true))
    return () => {
      isGone = true
    }
  }, [])
  return isIdle
}
