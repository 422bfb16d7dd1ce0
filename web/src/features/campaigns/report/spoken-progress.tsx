import { useEffect, useRef, useState } from 'react'

/** Between two words of a screen reader about how far it is. */
const SPOKEN_MS = 10_000

/** Says a text politely whenever it changed, at most every ten seconds; the last one is said too. What stands there at first is not. */
export function SpokenProgress({ text }: { text: string }) {
  const [said, setSaid] = useState('')
  const saidAt = useRef(Date.now())
  const known = useRef(text)
  useEffect(() => {
    if (text === known.current) return
    const timer = setTimeout(
      () => {
        known.current = text
        saidAt.current = Date.now()
        setSaid(text)
      },
      Math.max(0, saidAt.current + SPOKEN_MS - Date.now()),
    )
    return () => clearTimeout(timer)
  }, [text])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
