import { AppError } from '@balcao/shared/errors.ts'
import { type Capabilities, capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { providerOf } from '../../../data/channels/provider-of.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'

/**
 * Requires that the connection of a message can do something.
 * @throws ERR_CHANNEL_UNSUPPORTED
 */
export async function requireCapability(
  { companyId, connectionId }: MessageRow,
  capability: { [K in keyof Capabilities]: Capabilities[K] extends boolean ? K : never }[keyof Capabilities],
): Promise<void> {
  const capabilities = capabilitiesOf({ provider: await providerOf(companyId, connectionId) })
  if (!capabilities[capability]) throw new AppError('ERR_CHANNEL_UNSUPPORTED')
}
