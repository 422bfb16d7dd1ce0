import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import type { MessageWindow } from '@balcao/shared/rules/message-window.ts'
import { useDeferredValue } from 'react'
import { BotBar } from './bot-bar.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { WindowBar } from './window-bar.tsx'

interface BarsProps {
  ticket: Ticket
  /** The name of its connection while that is down. */
  down: string | null
  isPage: boolean
  window: MessageWindow
}

/**
 * What stands between a conversation and its input, in a live region of the conversation's, while something is the matter with answering.
 * One file, so that it is one load; once it is loaded it would come in one go with that region, and what it says waits for it.
 */
export function Bars({ ticket, down, isPage, window }: BarsProps) {
  const isOpen = useDeferredValue(ticket.status === 'open', false)
  return (
    <>
      {isOpen && down && <ConnectionBar name={down} isPage={isPage} />}
      <BotBar ticketId={ticket.id} />
      {isOpen && window !== 'open' && <WindowBar ticket={ticket} window={window} />}
    </>
  )
}
