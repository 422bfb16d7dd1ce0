import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import type { Capabilities } from '@balcao/shared/rules/capabilities.ts'
import { Suspense, useDeferredValue } from 'react'
import { lazyPart } from '#/lib/lazy-part.ts'
import { BotBar } from './bot-bar.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { CustomerWindowBar } from './customer-window-bar.tsx'
import type { ComposerWindow } from './use-message-window.ts'
import { WindowBar } from './window-bar.tsx'

/** Loaded with its texts: few contacts are blocked. */
const BlockedBar = lazyPart(() => import('./blocked-bar.tsx').then(file => file.BlockedBar), 'contactPage')

interface BarsProps {
  ticket: Ticket
  /** Name of its connection while that is down. */
  down: string | null
  can: Capabilities
  window: ComposerWindow
}

/**
 * Shows why answering is limited, between a conversation and its input, in the conversation's live
 * region. One file, so that it loads as one; the live region must exist before its text, or a
 * screen reader would not announce it.
 */
export function Bars({ ticket, down, can, window }: BarsProps) {
  const isOpen = useDeferredValue(ticket.status === 'open', false)
  return (
    <>
      {isOpen && down && <ConnectionBar name={down} kept={can.transport === 'session'} />}
      <BotBar ticketId={ticket.id} />
      <Suspense>{window === 'blocked' && <BlockedBar ticket={ticket} />}</Suspense>
      {isOpen && window !== 'blocked' && can.window === 'template' && ticket.window && (
        <CustomerWindowBar ticket={ticket} window={window} />
      )}
      {isOpen && (window === 'person' || window === 'closed') && <WindowBar ticket={ticket} window={window} />}
    </>
  )
}
