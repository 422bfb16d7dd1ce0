import { chatGroup, type InboundEvent, type Peer } from '@balcao/shared/events/queues.ts'
import { config } from '../../config.ts'
import { sendFifo } from '../../integrations/sqs.ts'

/** Enqueues the outcome of a message as an inbound event, as a session host does. */
export const enqueueInbound = (event: InboundEvent, chat: Peer, dedupId: string): Promise<void> =>
  sendFifo(config().INBOUND_QUEUE_URL, event, chatGroup(event.connectionId, chat), dedupId)
