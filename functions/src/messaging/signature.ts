import type { UserRef } from '@balcao/shared/entities/user.ts'
import type { OutboundContent } from '@balcao/shared/events/queues.ts'
import { signatureLines, signedText } from '@balcao/shared/rules/signature.ts'
import { getSettings } from '../data/company/setting.ts'
import { getQueue } from '../data/team/queue.ts'
import { getCaller } from '../data/team/user.ts'
import type { TicketRow } from '../data/tickets/ticket-row.ts'
import { fieldVariables } from './field-variables.ts'
import { fillText } from './fill-text.ts'

/**
 * Returns the signature of a person's message in a ticket: their own, else that of the ticket's
 * queue, else their name. A signature whose variables come to nothing is none.
 * @param wanted whether the person chose to sign, which counts where the company leaves it to them
 * @returns null if the message is not signed
 */
export async function signatureFor(ticket: TicketRow, { id, name }: UserRef, wanted: boolean): Promise<string | null> {
  const { companyId } = ticket
  const settings = await getSettings(companyId)
  if (settings.signMessages === 'off' || (settings.signMessages === 'byHand' && !wanted)) return null
  const subject = { ...ticket, user: { id, name } }
  const filled = async (text: string) =>
    signatureLines(fillText(text, subject, settings, Date.now(), await fieldVariables(ticket, text)))
  const own = await filled((await getCaller(companyId, id))?.signature ?? '')
  if (own !== null) return own
  const queue = ticket.queue ? await getQueue(companyId, ticket.queue.id) : undefined
  return (await filled(queue?.signature ?? '')) ?? signatureLines(name)
}

/**
 * Puts a signature before the text or caption of a message. What has no words is not signed, so
 * that no message is a name alone.
 */
export function signed(
  content: OutboundContent,
  signature: string | null | undefined,
): { content: OutboundContent; signature?: string } {
  if (!signature || (content.kind !== 'text' && content.kind !== 'media')) return { content }
  if (content.body.trim() === '') return { content }
  return { content: { ...content, body: signedText(signature, content.body) }, signature }
}
