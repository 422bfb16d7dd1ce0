import { useEffect, useRef, useState } from 'react'

/** Minimum time between two announcements of the progress by a screen reader, ms. */
const SPOKEN_MS = 10_000

/**
 * Announces a changed text politely, at most every ten seconds; the last one is always announced,
 * the initial one never.
 */
export function AnnouncedProgress({ text }: { text: string }) {
  const [announced, setAnnounced] = useState('')
  const announcedAt = useRef(Date.now())
  const known = useRef(text)
  useEffect(() => {
    if (text === known.current) return
    const timer = setTimeout(
      () => {
        known.current = text
        announcedAt.current = Date.now()
        setAnnounced(text)
      },
      Math.max(0, announcedAt.current + SPOKEN_MS - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p role="status" className="sr-only">
      {announced}
    </p>
  )
}
