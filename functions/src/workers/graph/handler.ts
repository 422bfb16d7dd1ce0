import { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { providerOf } from '../../data/channels/provider-of.ts'
import { processFifoBatch, read } from '../batch.ts'
import { runCloudCommand } from './cloud/run-cloud-command.ts'
import { runPageCommand } from './page/run-page-command.ts'

/**
 * Sends messages over Meta's Graph API, in order per conversation: of cloud numbers, Facebook pages
 * and Instagram accounts.
 */
export const handler = processFifoBatch(async record => {
  const command = read(OutboundCommand, record)
  const provider = await providerOf(command.companyId, command.connectionId)
  return provider === 'cloud' ? runCloudCommand(command) : runPageCommand(command)
})
