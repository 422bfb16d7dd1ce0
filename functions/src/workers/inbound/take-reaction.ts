import type { InboundReaction } from '@balcao/shared/events/queues.ts'
import { isEmoji } from '@balcao/shared/rules/emoji.ts'
import { type KeptReaction, mergeReaction } from '@balcao/shared/rules/reactions.ts'
import { findMessageByWhatsappId, setReactions } from '../../data/tickets/message.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { publishMessageUpdated } from '../../messaging/publish-ticket.ts'
import { isInConversation } from './is-in-conversation.ts'

/** Maximum number of rounds: hundreds may react to a group's message at once. */
const ROUNDS = 10

/**
 * Stores a reaction to a message, or removes one. It is stored with the message and is no message
 * itself, so it makes nothing unread. A reaction to a message that is unknown, deleted or of
 * another chat is ignored.
 */
export async function takeReaction(event: InboundReaction): Promise<void> {
  const { companyId, connectionId, whatsappMessageId } = event
  if (event.emoji !== '' && !isEmoji(event.emoji)) return
  let isChecked = false
  for (let round = 0; round < ROUNDS; round++) {
    const message = await findMessageByWhatsappId(companyId, connectionId, whatsappMessageId)
    if (!message || message.isDeleted) return
    const ticket = await getTicket(companyId, message.ticketId, true)
    if (!ticket) return
    if (!isChecked && !(await isInConversation(event, message, ticket))) return
    isChecked = true
    const reactions = mergeReaction(message.reactions, reactionOf(event, ticket))
    if (!reactions) return
    const after = await setReactions(message, reactions)
    if (after) return publishMessageUpdated(ticket, after)
  }
  throw new Error('the message kept changing')
}

const reactionOf = ({ emoji, at, fromMe, group, sender }: InboundReaction, ticket: TicketRow): KeptReaction => {
  if (fromMe) return { emoji, at, fromMe }
  return group ? { emoji, at, fromMe, ...sender } : { emoji, at, fromMe, name: ticket.contact.name }
}
