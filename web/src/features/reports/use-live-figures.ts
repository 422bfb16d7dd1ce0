import { useEffect, useRef } from 'react'
import { onRealtime, type RealtimeEvent } from '#/realtime/socket.ts'

/**
 * Delay between two updates, ms: a busy company changes tickets many times a second, and figures
 * must stay readable.
 */
const PAUSE_MS = 4000

const moves = ({ channel, payload }: RealtimeEvent, people: boolean): boolean =>
  channel === 'ticket'
    ? payload.action === 'create' || payload.action === 'update' || payload.action === 'delete'
    : channel === 'user' && people

/**
 * Calls `act` a moment after tickets changed, or with `people` attendants, while the screen is
 * shown.
 */
export function useLiveFigures(act: () => void, { people = false } = {}) {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onRealtime(event => {
      if (timer || !moves(event, people)) return
      timer = setTimeout(() => {
        timer = undefined
        latest.current()
      }, PAUSE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [people])
}
