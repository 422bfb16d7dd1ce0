import { AppError } from '@balcao/shared/errors.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { isWindowOpen } from '@balcao/shared/rules/customer-window.ts'
import { messageWindow } from '@balcao/shared/rules/message-window.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'

type Conversation = Pick<TicketRow, 'contact' | 'lastContactAt' | 'windowUntil'>

/**
 * Requires that Meta takes what a person sends into a conversation at a time (epoch ms), before it
 * is stored. A bot's message is stored, and fails there where a person sees it. A template may be
 * sent at any time.
 * @throws ERR_OUTSIDE_WINDOW
 */
export function requireWindow(
  { contact, lastContactAt, windowUntil }: Conversation,
  kind: OutboundContent['kind'] | 'reaction',
  now: number,
): void {
  if (contact.channel && messageWindow(lastContactAt ?? null, now) === 'closed')
    throw new AppError('ERR_OUTSIDE_WINDOW')
  if (typeof windowUntil === 'number' && kind !== 'template' && !isWindowOpen(windowUntil, now))
    throw new AppError('ERR_OUTSIDE_WINDOW')
}
