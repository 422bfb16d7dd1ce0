import { Mail } from '@balcao/shared/events/queues.ts'
import { queued } from './queued.ts'

/**
 * E-mails left to be sent to an address, once there are `least` of them. They stay on the queue.
 */
export const mailTo = (address: string, least: number): Promise<Mail[]> =>
  queued(process.env.MAIL_QUEUE_URL, Mail, ({ to }) => to === address, least)
