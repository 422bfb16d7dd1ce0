import { sendToServer } from '#/realtime/socket.ts'

/** Reports typing at most every few seconds, and once more when it ends. */
export function reportTyping(ticketId: string, last: React.RefObject<number>) {
  const now = Date.now()
  if (now - last.current < 4000) return
  last.current = now
  sendToServer({ action: 'typing', ticketId, typing: true })
}

export function stopTyping(ticketId: string, last: React.RefObject<number>) {
  if (last.current === 0) return
  last.current = 0
  sendToServer({ action: 'typing', ticketId, typing: false })
}
