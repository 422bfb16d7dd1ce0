import { AppError } from '@balcao/shared/errors.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { isWindowOpen } from '@balcao/shared/rules/customer-window.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { findContactByNumber } from '../data/contacts/contact.ts'
import { windowUntilOf } from '../data/tickets/ticket.ts'

/**
 * Requires that a connection may write freely to a number, before anything is made for it.
 * @throws ERR_OUTSIDE_WINDOW
 */
export async function requireOpenWindow(connection: WhatsappRow, number: string): Promise<void> {
  if (capabilitiesOf(connection).window !== 'template') return
  const { companyId, id } = connection
  const contact = await findContactByNumber(companyId, number)
  const until = contact ? await windowUntilOf(companyId, id, contact.id) : 0
  if (until !== null && !isWindowOpen(until, Date.now())) throw new AppError('ERR_OUTSIDE_WINDOW')
}
