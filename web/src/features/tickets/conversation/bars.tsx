import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import type { MessageWindow } from '@balcao/shared/rules/message-window.ts'
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

/** What stands between a conversation and its input while something is the matter with answering. One file, so that it is one load. */
export function Bars({ ticket, down, isPage, window }: BarsProps) {
  const isOpen = ticket.status === 'open'
  return (
    <>
      {isOpen && <div role="status">{down && <ConnectionBar name={down} isPage={isPage} />}</div>}
      <BotBar ticketId={ticket.id} />
      {isOpen && window !== 'open' && <WindowBar ticket={ticket} window={window} />}
    </>
  )
}
