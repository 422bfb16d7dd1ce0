import { useLayoutEffect, useState } from 'react'

/** An address for a file that is being sent, as long as it is shown. */
export function useObjectUrl(file: File | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  // Before the first paint: the bubble takes its room at once.
  useLayoutEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
