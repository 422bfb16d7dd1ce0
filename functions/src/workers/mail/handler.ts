import { Mail } from '@balcao/shared/events/queues.ts'
import { eachAlone, read } from '../batch.ts'
import { deliver } from './deliver.ts'

/** E-mails on their way to SES. One that is refused comes again, and is a dead letter after the fifth time. */
export const handler = eachAlone(record => deliver(read(Mail, record)))
