import { Mail } from '@balcao/shared/events/queues.ts'
import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { eachAlone, read } from '../batch.ts'
import { deliver } from './deliver.ts'

/** E-mails on their way to SES. One that is refused comes again, and is a dead letter after the fifth time. */
export const handler = (event: SQSEvent): Promise<SQSBatchResponse> =>
  eachAlone(event, record => deliver(read(Mail, record)))
