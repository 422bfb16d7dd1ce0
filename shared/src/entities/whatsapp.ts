import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { ConnectionProblem, ConnectionState } from '../events/queues.ts'
import { CHANNELS } from './channel.ts'
import { QueueRef } from './queue.ts'
import { WeekdaySchedules } from './working-hours.ts'

/** Connection as another row shows it. */
export const WhatsappRef = z.object({ id: Id, name: z.string() })
export type WhatsappRef = z.infer<typeof WhatsappRef>

/** Prompt or integration as its connection shows it. */
export const BotRef = z.object({ id: Id, name: z.string() })
export type BotRef = z.infer<typeof BotRef>

/**
 * Reason why a connection is not connected. Of a DISCONNECTED metaPage: Meta no longer accepts its
 * token, or somebody disconnected it. Of a WhatsApp connection: what its session host reports.
 */
export const DisconnectReason = z.enum(['token', 'logout', ...ConnectionProblem.options])
export type DisconnectReason = z.infer<typeof DisconnectReason>

/** Connection. It never contains its API token, which is shown once, when it is made. */
export const Whatsapp = WhatsappRef.extend({
  status: ConnectionState,
  /** Text of the QR code to scan while the status is qrcode. */
  qrcode: z.string(),
  retries: z.number().int(),
  /** Number of the business once paired. */
  number: z.string().nullable(),
  isDefault: z.boolean(),
  channel: z.enum(CHANNELS),
  disconnectReason: DisconnectReason.nullable().optional(),
  greetingMessage: z.string(),
  complationMessage: z.string(),
  outOfHoursMessage: z.string(),
  ratingMessage: z.string(),
  provider: z.string(),
  hasToken: z.boolean(),
  queueIds: z.array(Id),
  queues: z.array(QueueRef),
  promptId: Id.nullable(),
  prompt: BotRef.nullable(),
  integrationId: Id.nullable(),
  integration: BotRef.nullable(),
  /**
   * Digits of the phone for test messages; empty without one, and for users who may not edit
   * connections.
   */
  phoneTest: z.string(),
  /** Queue of a ticket whose contact did not choose one within `timeSendQueue` minutes. */
  sendIdQueue: Id.nullable(),
  timeSendQueue: z.number().int(),
  maxUseBotQueues: z.number().int(),
  timeUseBotQueues: z.number().int(),
  /** Minutes without a message until an open ticket closes; 0 for never. */
  expiresTicket: z.number().int(),
  expiresInactiveMessage: z.string(),
  /** Minutes pending until the ticket moves to `transferQueueId`; 0 for never. */
  timeToTransfer: z.number().int(),
  transferQueueId: Id.nullable(),
  schedules: WeekdaySchedules,
  createdAt: Instant,
  updatedAt: Instant,
})
export type Whatsapp = z.infer<typeof Whatsapp>
