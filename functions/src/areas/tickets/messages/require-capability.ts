import { AppError } from '@balcao/shared/errors.ts'
import { type Capabilities, capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { providerOf } from '../../../data/channels/provider-of.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'

/**
 * Requires that the ticket's connection can do something.
 * @throws ERR_CHANNEL_UNSUPPORTED
 */
export async function requireCapability(
  { companyId, whatsapp }: TicketRow,
  capability: { [K in keyof Capabilities]: Capabilities[K] extends boolean ? K : never }[keyof Capabilities],
): Promise<void> {
  const capabilities = capabilitiesOf({ provider: await providerOf(companyId, whatsapp.id) })
  if (!capabilities[capability]) throw new AppError('ERR_CHANNEL_UNSUPPORTED')
}
