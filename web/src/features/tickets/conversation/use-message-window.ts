import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { type MessageWindow, messageWindow } from '@balcao/shared/rules/message-window.ts'
import { useEffect, useState } from 'react'

const MINUTE = 60_000

/**
 * Returns whether messages may be sent now; for WhatsApp always. Checked each minute, and when the
 * contact writes.
 */
export function useMessageWindow({ contact, lastContactAt }: Pick<Ticket, 'contact' | 'lastContactAt'>): MessageWindow {
  const isPage = contact.channel !== undefined && contact.channel !== 'whatsapp'
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isPage) return
    const timer = setInterval(() => setNow(Date.now()), MINUTE)
    return () => clearInterval(timer)
  }, [isPage])
  if (!isPage) return 'open'
  return messageWindow(lastContactAt ? Date.parse(lastContactAt) : null, now)
}
