import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import type { Capabilities } from '@balcao/shared/rules/capabilities.ts'
import { type MessageWindow, messageWindow } from '@balcao/shared/rules/message-window.ts'
import { useEffect, useState } from 'react'

const MINUTE = 60_000

/**
 * Window of a conversation; in `template` only approved templates may be sent,
 * to a `blocked` contact nothing.
 */
export type ComposerWindow = MessageWindow | 'template' | 'blocked'

/**
 * Returns what may be sent now; over a connection without a time limit always anything. Checked
 * each minute, at the moment the window closes, and when the contact writes.
 */
export function useMessageWindow(
  { contact, lastContactAt, window: said }: Pick<Ticket, 'contact' | 'lastContactAt' | 'window'>,
  { window }: Pick<Capabilities, 'window'>,
): ComposerWindow {
  const [now, setNow] = useState(Date.now)
  const closesAt = Date.parse(said?.closesAt ?? '') || 0
  useEffect(() => {
    if (window === 'none') return
    const look = () => setNow(Date.now())
    const left = closesAt - Date.now()
    const timers = [setInterval(look, MINUTE), ...(left > 0 ? [setTimeout(look, left + 1)] : [])]
    return () => timers.forEach(clearInterval)
  }, [window, closesAt])
  if (contact.blocked) return 'blocked'
  if (window === 'person') return messageWindow(lastContactAt ? Date.parse(lastContactAt) : null, now)
  // The server's word counts, too: a clock that is slow must not offer what it refuses.
  return window === 'template' && said && !(said.open && closesAt > now) ? 'template' : 'open'
}
