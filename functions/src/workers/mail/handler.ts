import { Mail } from '@balcao/shared/events/queues.ts'
import { processBatch, read } from '../batch.ts'
import { deliver } from './deliver.ts'

/**
 * Delivers e-mails to SES. A refused one is retried, and is a dead letter after the fifth attempt.
 */
export const handler = processBatch(record => deliver(read(Mail, record)))
