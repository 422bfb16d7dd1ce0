import { useLayoutEffect, useState } from 'react'

/** Returns an object URL for a file that is being sent, while it is shown. */
export function useObjectUrl(file: File | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  // Set before the first paint, so that the bubble has its size at once.
  useLayoutEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
