import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { resumeOutbox } from '#/features/tickets/conversation/outbox.ts'
import { playChime } from '#/lib/volume.ts'
import { applyEvent, catchUp } from './apply-event.ts'
import { onNotification, useNotifications } from './notifications.ts'
import { joinRoom, onRealtime, onReconnect, startRealtime, stopRealtime } from './socket.ts'

const TITLE = 'Balcão'

/** Keeps the socket, the cache and the outbox in step for as long as somebody is signed in. Shows nothing. */
export function RealtimeHost() {
  const client = useQueryClient()
  const waiting = useNotifications().length
  useEffect(() => {
    document.title = waiting > 0 ? `(${waiting}) ${TITLE}` : TITLE
  }, [waiting])
  useEffect(() => {
    const endings = [
      onRealtime(event => applyEvent(client, event)),
      onReconnect(() => {
        catchUp(client)
        resumeOutbox(client)
      }),
      onNotification(() => playChime()),
      joinRoom({ action: 'joinNotification' }),
    ]
    const resume = () => resumeOutbox(client)
    window.addEventListener('online', resume)
    startRealtime()
    resume()
    return () => {
      for (const end of endings) end()
      window.removeEventListener('online', resume)
      stopRealtime()
    }
  }, [client])
  return null
}
