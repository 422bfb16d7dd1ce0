import { useLayoutEffect, useState } from 'react'

/** An address for a file of this browser, as long as it is shown; null without a file. */
export function useObjectUrl(file: Blob | null | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  // Before the first paint: what shows it takes its room at once.
  useLayoutEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(null)
    }
  }, [file])
  return url
}
