import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import type { Capabilities } from '@balcao/shared/rules/capabilities.ts'
import { type MessageWindow, messageWindow } from '@balcao/shared/rules/message-window.ts'
import { useEffect, useState } from 'react'

const MINUTE = 60_000

/**
 * Returns whether messages may be sent now; always, over a connection without a time limit for
 * people. Checked each minute, and when the contact writes.
 */
export function useMessageWindow(
  { lastContactAt }: Pick<Ticket, 'lastContactAt'>,
  { window }: Pick<Capabilities, 'window'>,
): MessageWindow {
  const [now, setNow] = useState(Date.now)
  const isLimited = window === 'person'
  useEffect(() => {
    if (!isLimited) return
    const timer = setInterval(() => setNow(Date.now()), MINUTE)
    return () => clearInterval(timer)
  }, [isLimited])
  if (!isLimited) return 'open'
  return messageWindow(lastContactAt ? Date.parse(lastContactAt) : null, now)
}
