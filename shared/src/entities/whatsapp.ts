import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { ConnectionProblem, ConnectionState } from '../events/queues.ts'
import { CHANNELS } from './channel.ts'
import { QueueRef } from './queue.ts'
import { WeekdaySchedules } from './working-hours.ts'

/** Connection as another row shows it. */
export const WhatsappRef = z.object({ id: Id, name: z.string() })
export type WhatsappRef = z.infer<typeof WhatsappRef>

/**
 * Systems behind a connection: a linked device (`web`), WhatsApp's Cloud API (`cloud`), or Meta's
 * Graph API for a Facebook page or an Instagram account (`graph`). It never changes.
 */
export const Provider = z.enum(['web', 'cloud', 'graph'])
export type Provider = z.infer<typeof Provider>

/** Quality rating that Meta gives a cloud number. */
export const Quality = z.enum(['GREEN', 'YELLOW', 'RED', 'UNKNOWN'])
export type Quality = z.infer<typeof Quality>

/** People to whom a cloud number may write first within 24 hours. */
export const MessagingLimit = z.enum([
  'TIER_50',
  'TIER_250',
  'TIER_1K',
  'TIER_2K',
  'TIER_10K',
  'TIER_100K',
  'TIER_UNLIMITED',
])
export type MessagingLimit = z.infer<typeof MessagingLimit>

/** Prompt or integration as its connection shows it. */
export const BotRef = z.object({ id: Id, name: z.string() })
export type BotRef = z.infer<typeof BotRef>

/**
 * Reason why a connection is not connected. Of a DISCONNECTED metaPage or cloud number: Meta no
 * longer accepts its token (`token`), the token may not use the number (`permission`), Meta has
 * banned the number (`banned`) or no longer has it (`numberGone`), or somebody disconnected it
 * (`logout`). Of a linked device: what its session host reports.
 */
export const DisconnectReason = z.enum([
  'token',
  'logout',
  'permission',
  'banned',
  'numberGone',
  ...ConnectionProblem.options,
])
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
  /**
   * Template by which an official number asks for a rating once the window has closed, and its
   * variables by name; those whose names say what they mean (`nome`, `protocol`) need no value.
   */
  ratingTemplateId: Id.nullable().optional(),
  ratingTemplateVariables: z.record(z.string(), z.string()).optional(),
  provider: Provider,
  /** Meta's ids of a cloud number, and what Meta last said about it; null where it said nothing. */
  phoneNumberId: z.string().nullable().optional(),
  businessAccountId: z.string().nullable().optional(),
  /** Number as Meta writes it, for people to read. */
  displayPhoneNumber: z.string().nullable().optional(),
  /** Name under which customers see it. */
  verifiedName: z.string().nullable().optional(),
  quality: Quality.nullable().optional(),
  messagingLimit: MessagingLimit.nullable().optional(),
  /** Catalogue whose products are sent as cards. */
  catalogId: z.string().nullable().optional(),
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
