import { createHash } from 'node:crypto'
import type { InboundPollVote } from '@balcao/shared/events/queues.ts'
import { type KeptVote, mergeVote } from '@balcao/shared/rules/poll-votes.ts'
import { aliasesOf, getContact } from '../../data/contacts/contact-row.ts'
import { findMessageByWhatsappId, setVotes } from '../../data/tickets/message.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { publishMessageUpdated } from '../../messaging/publish-ticket.ts'
import { aliasesOfPeer, isInConversation } from './is-in-conversation.ts'

/** Maximum number of rounds: hundreds may vote in a group's poll at once. */
const ROUNDS = 10

/**
 * Stores a vote with its poll. It is no message itself, so it makes nothing unread. A
 * vote in a poll that is unknown, deleted or of another chat is ignored, as are
 * options that the poll has not.
 */
export async function takePollVote(event: InboundPollVote): Promise<void> {
  const { companyId, connectionId, whatsappMessageId } = event
  let voter: Voter | undefined
  for (let round = 0; round < ROUNDS; round++) {
    const message = await findMessageByWhatsappId(companyId, connectionId, whatsappMessageId)
    if (!message?.poll || message.isDeleted) return
    const ticket = await getTicket(companyId, message.ticketId, true)
    if (!ticket) return
    if (!voter && !(await isInConversation(event, message, ticket))) return
    voter ??= await voterOf(event, ticket)
    const chosen = message.poll.options.flatMap((option, i) => (event.options.includes(digestOf(option)) ? [i] : []))
    // A modified app may choose several where one is asked for.
    const options = message.poll.several ? chosen : chosen.slice(0, 1)
    const votes = mergeVote(message.votes, { ...voter, options, at: event.at })
    if (!votes) return
    const after = await setVotes(message, votes)
    if (after) return publishMessageUpdated(ticket, after)
  }
  throw new Error('the message kept changing')
}

const digestOf = (option: string): string => createHash('sha256').update(option).digest('hex')

type Voter = Omit<KeptVote, 'options' | 'at'>

/**
 * Returns who votes: in a group with the name under which they are saved, and the number of a
 * contact whose LID alone is known.
 */
async function voterOf({ companyId, fromMe, group, sender }: InboundPollVote, ticket: TicketRow): Promise<Voter> {
  if (fromMe) return { fromMe }
  if (!group) return { fromMe, name: ticket.contact.name }
  if (!sender) return { fromMe }
  const [contactId] = (await aliasesOf(companyId, aliasesOfPeer(sender))).values()
  const contact = contactId === undefined ? undefined : await getContact(companyId, contactId)
  const number = sender.number ?? (/^\d+$/.test(contact?.number ?? '') ? contact?.number : undefined)
  const isNamed = contact && contact.name !== contact.number
  return { fromMe, ...sender, ...(number ? { number } : {}), ...(isNamed ? { name: contact.name } : {}) }
}
