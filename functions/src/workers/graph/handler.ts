import { OutboundCommand } from '@balcao/shared/events/queues.ts'
import { config } from '../../config.ts'
import { providerOf } from '../../data/channels/provider-of.ts'
import { processFifoBatch, read } from '../batch.ts'
import { runCloudCommand } from './cloud/run-cloud-command.ts'
import { runPageCommand } from './page/run-page-command.ts'

/** Time (ms) for which a batch may wait for Meta's limits: the function has 60 s. */
const WORK_MS = 40_000

/**
 * Sends messages over Meta's Graph API, in order per conversation: of cloud numbers, Facebook pages
 * and Instagram accounts.
 */
export const handler = processFifoBatch(
  async (record, startedAt) => {
    const command = read(OutboundCommand, record)
    const provider = await providerOf(command.companyId, command.connectionId)
    if (provider !== 'cloud') return runPageCommand(command)
    const receives = Number(record.attributes.ApproximateReceiveCount ?? 1)
    return runCloudCommand(command, { receives, deadline: startedAt + WORK_MS })
  },
  () => config().PAGES_QUEUE_URL,
)
