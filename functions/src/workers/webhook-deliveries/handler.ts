import { DeliveryAttempt } from '@balcao/shared/events/queues.ts'
import { runDelivery } from '../../webhook-deliveries/run-delivery.ts'
import { processBatch, read } from '../batch.ts'
import { skipDeletedCompanies } from '../skip-deleted-companies.ts'

/** Attempts due webhook deliveries. A second message for the same attempt does nothing. */
export const handler = processBatch(record => skipDeletedCompanies(runDelivery)(read(DeliveryAttempt, record)))
