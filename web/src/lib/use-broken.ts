import { useEffect, useState } from 'react'

/**
 * Returns whether a file cannot be shown, and the function that notes it. It is tried again when
 * the network returns, or at another address.
 */
export function useBroken(src: string | null | undefined): [boolean, () => void] {
  const [broken, setBroken] = useState<string | null>()
  const isBroken = broken != null && broken === src
  useEffect(() => {
    if (!isBroken) return
    const again = () => setBroken(null)
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [isBroken])
  return [isBroken, () => setBroken(src)]
}
