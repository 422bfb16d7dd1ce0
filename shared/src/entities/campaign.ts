import { z } from 'zod'
import { Id, Instant } from '../contract/fields.ts'
import { keptFileFields } from '../contract/kept-file.ts'

/**
 * INATIVA: not to be sent. PROGRAMADA: at `scheduledAt`. EM_ANDAMENTO: being sent. CANCELADA: stopped, and may go on. FINALIZADA: everybody
 * in it was served (decision 0019).
 */
export const CAMPAIGN_STATUSES = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]

/** Texts of one campaign, of which each contact gets one. */
export const VARIANTS = 5
/** `1` to `5`: where a variant stands among the five. */
export const VARIANT_NUMBERS = [1, 2, 3, 4, 5] as const
export type VariantNumber = (typeof VARIANT_NUMBERS)[number]

/** Why a campaign that is under way sends nothing just now. */
export const CAMPAIGN_WAITS = [
  /** Its connection is not CONNECTED. */
  'connection',
  /** Outside the hours of `/campaign-settings`. */
  'hours',
  /** The young connection has sent as much as it may today. */
  'dailyLimit',
  /** Too many of the last hundred failed; somebody has to start it again. */
  'failures',
  /** The company may not send campaigns any more: plan, switch, or due date. */
  'plan',
] as const
export type CampaignWait = (typeof CAMPAIGN_WAITS)[number]

const Text = z.string()

export const Campaign = z.object({
  id: Id,
  companyId: Id,
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  /** A code of the error catalogue: why a CANCELADA one was stopped where nobody did it by hand. */
  reason: z.string().nullable(),
  message1: Text,
  message2: Text,
  message3: Text,
  message4: Text,
  message5: Text,
  confirmationMessage1: Text,
  confirmationMessage2: Text,
  confirmationMessage3: Text,
  confirmationMessage4: Text,
  confirmationMessage5: Text,
  /** A confirmation goes first, and the message to who answers it within a day. */
  confirmation: z.boolean(),
  scheduledAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  whatsappId: Id.nullable(),
  whatsapp: z.object({ id: Id, name: z.string() }).nullable(),
  /** Who gets it: the items of a list, or the contacts of tickets with a tag. */
  contactListId: Id.nullable(),
  contactList: z.object({ id: Id, name: z.string() }).nullable(),
  tagListId: Id.nullable(),
  tagList: z.object({ id: Id, name: z.string() }).nullable(),
  /** Files that follow the message. */
  fileListId: Id.nullable(),
  fileList: z.object({ id: Id, name: z.string() }).nullable(),
  ...keptFileFields,
  createdAt: Instant,
  /** Rises with every change: of two copies the later counts. */
  updatedAt: Instant,
})
export type Campaign = z.infer<typeof Campaign>

/** How far a contact of a campaign is. */
export const SHIPPING_STATES = [
  'waiting',
  'confirmationAsked',
  'confirmed',
  'sent',
  'delivered',
  'read',
  'answered',
  'invalid',
  'optedOut',
  'failed',
] as const
export type ShippingState = (typeof SHIPPING_STATES)[number]

/** One contact of one campaign: there is exactly one for each. */
export const Shipping = z.object({
  id: Id,
  campaignId: Id,
  /** In the order they are served, from 0. */
  place: z.number().int(),
  name: z.string(),
  number: z.string(),
  state: z.enum(SHIPPING_STATES),
  /** A code of the error catalogue, of one that failed. */
  reason: z.string().nullable(),
  /** Which of the five texts it got, or gets. */
  variant: z.number().int().min(1).max(VARIANTS),
  confirmationRequestedAt: Instant.nullable(),
  confirmedAt: Instant.nullable(),
  sentAt: Instant.nullable(),
  deliveredAt: Instant.nullable(),
  readAt: Instant.nullable(),
  answeredAt: Instant.nullable(),
  /** The ticket that an answer opened, or that was open when it was sent. */
  ticketId: Id.nullable(),
  /** Rises with every change: of two copies the later counts. */
  updatedAt: Instant,
})
export type Shipping = z.infer<typeof Shipping>

/** Of every contact by the state it is in now; a contact is in one of them. */
export const ShippingCounts = z.object(
  Object.fromEntries(SHIPPING_STATES.map(state => [state, z.number().int()])) as Record<ShippingState, z.ZodInt>,
)
export type ShippingCounts = Record<ShippingState, number>

/** A campaign as a whole, as its report shows it. */
export const CampaignReport = z.object({
  campaign: Campaign,
  /** While it is false there are more to come than are counted. */
  planned: z.boolean(),
  /** Everybody in it; who opted out before and who has no WhatsApp are counted too. */
  total: z.number().int(),
  /** Of them those with WhatsApp who did not opt out before: what progress is measured by. */
  valid: z.number().int(),
  /** Acknowledged by the phone, whatever came after. */
  delivered: z.number().int(),
  counts: ShippingCounts,
  /** Per cent, with one decimal: delivered of valid. */
  progress: z.number(),
  /** Messages a minute by the pace that is set; null while it does not send. */
  perMinute: z.number().nullable(),
  /** When the last one leaves by that pace, hours and limits included; null while nobody knows when it goes on. */
  estimatedEnd: Instant.nullable(),
  /** Why it sends nothing just now. */
  wait: z.enum(CAMPAIGN_WAITS).nullable(),
  /** When it goes on by itself, if that is known. */
  waitUntil: Instant.nullable(),
  /** Rises with every change: of two copies the later counts. */
  updatedAt: Instant,
})
export type CampaignReport = z.infer<typeof CampaignReport>

/** What the text of a campaign may name beside the usual variables. */
export const CampaignVariable = z.object({
  /** Between the braces: `{{promo}}`. */
  key: z.string(),
  value: z.string(),
})
export type CampaignVariable = z.infer<typeof CampaignVariable>

/** Seconds. */
export const SEND_INTERVALS = [0, 5, 10, 15, 20] as const
/** After how many messages, and seconds. */
export const LONG_INTERVALS = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const

export const CampaignSettings = z.object({
  /** Seconds between two messages of a connection, give or take a fifth. */
  messageInterval: z.number().int(),
  /** After so many messages comes the greater interval; 0: never. */
  longerIntervalAfter: z.number().int(),
  /** Seconds. */
  greaterInterval: z.number().int(),
  variables: z.array(CampaignVariable),
  /** `HH:mm` in the company's zone: nothing is sent before, and from `hoursEnd` on. Both the same: always. */
  hoursStart: z.string(),
  hoursEnd: z.string(),
  /** Of a connection younger than 30 days: `auto` (20, 50, 100, 200 a day, then free), `off`, or a number. */
  dailyLimit: z.union([z.literal('auto'), z.literal('off'), z.number().int()]),
  /** Pause when more than 5 % of the last hundred fail. */
  failurePause: z.enum(['enabled', 'disabled']),
})
export type CampaignSettings = z.infer<typeof CampaignSettings>

export const DEFAULT_CAMPAIGN_SETTINGS: CampaignSettings = {
  messageInterval: 20,
  longerIntervalAfter: 20,
  greaterInterval: 60,
  variables: [],
  hoursStart: '08:00',
  hoursEnd: '20:00',
  dailyLimit: 'auto',
  failurePause: 'enabled',
}
