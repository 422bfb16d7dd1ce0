import { AppError } from '@balcao/shared/errors.ts'
import { type KeptReaction, mergeReaction, ownReaction } from '@balcao/shared/rules/reactions.ts'
import { requireUnblocked } from '../../../data/contacts/blocked-contact.ts'
import { getMessage, setReactions } from '../../../data/tickets/message.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { toWireMessage } from '../../../data/tickets/wire.ts'
import { sendReaction } from '../../../messaging/chat-commands.ts'
import { publishMessageUpdated } from '../../../messaging/publish-ticket.ts'
import { requireWindow } from '../../../messaging/require-window.ts'
import { resolveAddress } from '../../../messaging/resolve-address.ts'
import { requireWritable } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { visibleMessage } from './own-message.ts'
import { requireCapability } from './require-capability.ts'

/** Maximum rounds: people who react to the same message at the same moment. */
const ROUNDS = 5

/**
 * Sets the company's one reaction to a message, whichever user set the earlier one; '' removes it.
 * It is stored first and sent afterwards; a repeated call sends it again with its first time, in
 * case the first call was cut off between the two.
 */
export const reactMessage: Operations['messages']['react'] = async (ctx, { params, body: { emoji } }) => {
  const { message: seen, ticket, user } = await visibleMessage(ctx, params.id)
  await requireCapability(seen, 'reactions')
  await requireUnblocked(ctx.companyId, ticket.contact.id)
  requireWritable(ticket)
  // Of a ticket that moved since, it is another connection's window.
  if (seen.connectionId === ticket.whatsapp.id) requireWindow(ticket, 'reaction', Date.now())
  // WhatsApp does not have an unsent message, and a call is no message there.
  if (seen.mediaType === 'call_log' || (seen.fromMe && seen.error)) throw new AppError('ERR_REACT_WAPP_MSG')
  let message: MessageRow | undefined = seen
  for (let round = 0; round < ROUNDS && message; round++) {
    if (message.isDeleted) throw new AppError('ERR_REACT_WAPP_MSG')
    const own = ownReaction(message.reactions)
    if ((own?.emoji ?? '') === emoji) {
      if (own) await leave(ticket, message, own)
      return toWireMessage(message, ticket)
    }
    // Later than the reaction it replaces, even when the clock of the company's phone is ahead.
    const next = { emoji, at: Math.max(Date.now(), (own?.at ?? 0) + 1), fromMe: true, userId: user.id }
    const after: MessageRow | undefined = await setReactions(message, mergeReaction(message.reactions, next)!)
    if (after) {
      await leave(ticket, after, next)
      await publishMessageUpdated(ticket, after)
      return toWireMessage(after, ticket)
    }
    message = await getMessage(ctx.companyId, params.id)
  }
  throw new AppError(message ? 'ERR_CONFLICT' : 'ERR_NO_MESSAGE_FOUND')
}

async function leave(ticket: TicketRow, message: MessageRow, { emoji, at }: KeptReaction): Promise<void> {
  const { whatsappMessageId, fromMe, sender } = message
  const author = sender && !fromMe ? { number: sender.number, lid: sender.lid } : undefined
  await sendReaction(
    await resolveAddress(ticket, message),
    { whatsappMessageId, fromMe, ...(author ? { participant: author } : {}), emoji, at },
    `react|${message.id}|${at}`,
  )
}
