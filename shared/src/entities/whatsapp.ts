import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { ConnectionState } from '../events/queues.ts'
import { CHANNELS } from './channel.ts'
import { QueueRef } from './queue.ts'
import { WeekdaySchedules } from './working-hours.ts'

/** A connection as a row of something else shows it. */
export const WhatsappRef = z.object({ id: Id, name: z.string() })
export type WhatsappRef = z.infer<typeof WhatsappRef>

/** An agent or an integration as the connection it answers in shows it. */
export const MachineRef = z.object({ id: Id, name: z.string() })
export type MachineRef = z.infer<typeof MachineRef>

/** A connection. Its API token is never part of it: it is shown once, where it is made. */
export const Whatsapp = WhatsappRef.extend({
  status: ConnectionState,
  /** Text of the QR to scan while status is qrcode. */
  qrcode: z.string(),
  retries: z.number().int(),
  /** The business's number once paired. */
  number: z.string().nullable(),
  isDefault: z.boolean(),
  channel: z.enum(CHANNELS),
  /** Of a page that is DISCONNECTED: Meta takes its token no more, or somebody disconnected it. */
  disconnectReason: z.enum(['token', 'logout']).nullable().optional(),
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  provider: z.string(),
  hasToken: z.boolean(),
  queueIds: z.array(Id),
  queues: z.array(QueueRef),
  promptId: Id.nullable(),
  prompt: MachineRef.nullable(),
  integrationId: Id.nullable(),
  integration: MachineRef.nullable(),
  /** Digits of the phone a test message goes to; empty without one, and for whoever may not edit connections. */
  phoneTest: z.string(),
  /** Where a ticket goes whose contact did not choose a queue in `timeSendQueue` minutes. */
  sendIdQueue: Id.nullable(),
  timeSendQueue: z.number().int(),
  maxUseBotQueues: z.number().int(),
  timeUseBotQueues: z.number().int(),
  /** Minutes without a message until an open ticket closes; 0 never. */
  expiresTicket: z.number().int(),
  expiresInactiveMessage: z.string(),
  /** Minutes pending until the ticket moves to `transferQueueId`; 0 never. */
  timeToTransfer: z.number().int(),
  transferQueueId: Id.nullable(),
  schedules: WeekdaySchedules,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Whatsapp = z.infer<typeof Whatsapp>
