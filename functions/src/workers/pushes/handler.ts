import { PushWork } from '@balcao/shared/events/queues.ts'
import { takePush } from '../../pushes/take-push.ts'
import { processBatch, read } from '../batch.ts'
import { skipDeletedCompanies } from '../skip-deleted-companies.ts'

/** Sends pushes: finds the users who may be notified of a message, and sends to their devices. */
export const handler = processBatch(record => skipDeletedCompanies(takePush)(read(PushWork, record)))
