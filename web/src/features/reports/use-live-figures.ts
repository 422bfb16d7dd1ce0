import { dashboard } from '@balcao/shared/api/reports/dashboard.ts'
import { queryKey } from '@balcao/shared/contract/query-key.ts'
import { useEffect } from 'react'
import { queryClient } from '#/lib/queries.ts'
import { onRealtime, type RealtimeEvent } from '#/realtime/socket.ts'

/** A busy company changes tickets many times a second; figures that move once in a while can be read. */
const PAUSE_MS = 4000

const moves = ({ channel, payload }: RealtimeEvent): boolean =>
  channel === 'user' ||
  (channel === 'ticket' && (payload.action === 'create' || payload.action === 'update' || payload.action === 'delete'))

/** Fetches the dashboard again when tickets or attendants changed, while it is on screen. */
export function useLiveFigures() {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onRealtime(event => {
      if (timer || !moves(event)) return
      timer = setTimeout(() => {
        timer = undefined
        for (const route of Object.values(dashboard)) void queryClient.invalidateQueries({ queryKey: queryKey(route) })
      }, PAUSE_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])
}
