import { type RefObject, useEffect, useState } from 'react'
import { knownWaveform, type Sound, waveformOf } from './waveform.ts'

/** Distance from the view at which a waveform is already decoded. */
const NEAR = '300px'

/**
 * Returns the waveform of an audio file once its element is near the view; null until then, and
 * when it has none.
 */
export function useWaveform(element: RefObject<HTMLElement | null>, { id, source, bytes, seconds }: Sound) {
  const [waveform, setWaveform] = useState(() => knownWaveform(id))
  const have = waveform !== null
  useEffect(() => {
    if (have || !element.current) return
    const gone = new AbortController()
    let leave = new AbortController()
    const observer = new IntersectionObserver(
      ([entry]) => {
        leave.abort()
        if (!entry?.isIntersecting) return
        leave = new AbortController()
        const signal = AbortSignal.any([gone.signal, leave.signal])
        void waveformOf({ id, source, bytes, seconds }, signal).then(found => {
          if (found && !gone.signal.aborted) setWaveform(found)
        })
      },
      { root: element.current.closest('[data-conversation-log]'), rootMargin: NEAR },
    )
    observer.observe(element.current)
    return () => {
      gone.abort()
      observer.disconnect()
    }
  }, [have, element, id, source, bytes, seconds])
  return waveform
}
