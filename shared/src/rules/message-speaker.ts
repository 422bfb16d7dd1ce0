/**
 * Speaker of a message, which decides whether the message changes the ticket's row in the lists.
 * Pure. Why: decision 0074.
 */
import type { Message } from '../entities/message.ts'

export type Speaker = 'customer' | 'person' | 'automatic'

const SPEAKERS: Record<Message['origin'], Speaker> = {
  contact: 'customer',
  attendant: 'person',
  handset: 'person',
  bot: 'automatic',
  machine: 'automatic',
  campaign: 'automatic',
  api: 'automatic',
}

/**
 * Returns who speaks in a message. A scheduled message is automatic although it has an author: at
 * the time it is sent, nobody reads the conversation.
 */
export const speakerOf = ({
  origin,
  scheduleId,
}: Pick<Message, 'origin'> & { scheduleId?: string | null | undefined }): Speaker =>
  scheduleId ? 'automatic' : SPEAKERS[origin]
