import { z } from 'zod'
import { Id, Instant } from '../api-contract/fields.ts'
import { keptFileFields } from '../api-contract/kept-file.ts'
import { PriceCategory } from '../events/queues.ts'

/**
 * INATIVA: will not be sent. PROGRAMADA: starts at `scheduledAt`. EM_ANDAMENTO: is being sent.
 * CANCELADA: stopped, and may continue. FINALIZADA: every recipient was served (decision 0019).
 */
export const CAMPAIGN_STATUSES = ['INATIVA', 'PROGRAMADA', 'EM_ANDAMENTO', 'CANCELADA', 'FINALIZADA'] as const
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number]

/** Number of texts of a campaign, of which each recipient gets one. */
export const VARIANTS = 5
/** Numbers `1` to `5` of the variants. */
export const VARIANT_NUMBERS = [1, 2, 3, 4, 5] as const
export type VariantNumber = (typeof VARIANT_NUMBERS)[number]

/** Reasons why a campaign that is under way sends nothing at the moment. */
export const CAMPAIGN_WAITS = [
  /** Connection is not CONNECTED. */
  'connection',
  /** Outside the sending hours of `/campaign-settings`. */
  'hours',
  /** Daily limit of the young connection is reached. */
  'dailyLimit',
  /** Too many of the last hundred messages failed; somebody has to start it again. */
  'failures',
  /** Company may not send campaigns any more: plan, switch, or due date. */
  'plan',
] as const
export type CampaignWait = (typeof CAMPAIGN_WAITS)[number]

const Text = z.string()

export const Campaign = z.object({
  id: Id,
  companyId: Id,
  name: z.string(),
  status: z.enum(CAMPAIGN_STATUSES),
  /**
   * Code of the error catalogue: the reason of a CANCELADA campaign that was not stopped by hand.
   */
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
  /**
   * True if a confirmation is sent first, and the message only to contacts who answer it within a
   * day.
   */
  confirmation: z.boolean(),
  /**
   * Template of an official number, sent in place of the texts, and its variables by name; they may
   * hold the texts' own variables.
   */
  templateId: Id.nullable(),
  templateVariables: z.record(z.string(), z.string()),
  confirmationTemplateId: Id.nullable(),
  confirmationTemplateVariables: z.record(z.string(), z.string()),
  scheduledAt: Instant.nullable(),
  completedAt: Instant.nullable(),
  whatsappId: Id.nullable(),
  whatsapp: z.object({ id: Id, name: z.string() }).nullable(),
  /** Recipients: the items of a list, or the contacts of tickets with a tag. */
  contactListId: Id.nullable(),
  contactList: z.object({ id: Id, name: z.string() }).nullable(),
  tagListId: Id.nullable(),
  tagList: z.object({ id: Id, name: z.string() }).nullable(),
  /** Files that follow the message. */
  fileListId: Id.nullable(),
  fileList: z.object({ id: Id, name: z.string() }).nullable(),
  ...keptFileFields,
  createdAt: Instant,
  /** Rises with every change: of two copies the later one counts. */
  updatedAt: Instant,
})
export type Campaign = z.infer<typeof Campaign>

/** States of a recipient of a campaign. */
export const RECIPIENT_STATES = [
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
export type RecipientState = (typeof RECIPIENT_STATES)[number]

/** Recipient: a contact of a campaign, exactly one for each. */
export const CampaignRecipient = z.object({
  id: Id,
  campaignId: Id,
  /** Place in the order of sending, from 0. */
  place: z.number().int(),
  name: z.string(),
  number: z.string(),
  state: z.enum(RECIPIENT_STATES),
  /** Code of the error catalogue, for a failed recipient. */
  reason: z.string().nullable(),
  /** Number of the variant that the recipient gets. */
  variant: z.number().int().min(1).max(VARIANTS),
  confirmationRequestedAt: Instant.nullable(),
  confirmedAt: Instant.nullable(),
  sentAt: Instant.nullable(),
  deliveredAt: Instant.nullable(),
  readAt: Instant.nullable(),
  answeredAt: Instant.nullable(),
  /** Ticket that an answer opened, or that was open when the message was sent. */
  ticketId: Id.nullable(),
  /** Rises with every change: of two copies the later one counts. */
  updatedAt: Instant,
})
export type CampaignRecipient = z.infer<typeof CampaignRecipient>

/** Recipients by their current state; each is in exactly one. */
export const RecipientCounts = z.object(
  Object.fromEntries(RECIPIENT_STATES.map(state => [state, z.number().int()])) as Record<RecipientState, z.ZodInt>,
)
export type RecipientCounts = Record<RecipientState, number>

/** Cost of an official number's messages, by the operator's table of prices. */
export const CampaignCost = z.object({
  /** Currency code (ISO 4217) of the amounts, which are in millionths of it. */
  currency: z.string(),
  /** Sum of the messages whose price is known. */
  amount: z.number().int(),
  /** Number of messages whose price is not in the table. */
  unpriced: z.number().int(),
  /** The messages by country calling code and category; `amount` is null without a price. */
  parts: z.array(
    z.object({
      country: z.string(),
      category: PriceCategory,
      count: z.number().int(),
      amount: z.number().int().nullable(),
    }),
  ),
})
export type CampaignCost = z.infer<typeof CampaignCost>

/** Estimate of what sending a campaign to its audience would cost, and how long it would take. */
export const CampaignEstimate = z.object({
  /** People it goes to; an upper bound for a tag, where a person may have several tickets. */
  recipients: z.number().int(),
  /** True if countries were counted in the first of many people, and the rest by their shares. */
  isSampled: z.boolean(),
  /**
   * Cost of the message to everybody, and of the confirmation where it asks for one; null for a
   * linked device, whose messages cost nothing. Free ones, within a customer's window, are not
   * taken off.
   */
  message: CampaignCost.nullable(),
  confirmation: CampaignCost.nullable(),
  /** Messages per minute. */
  perMinute: z.number(),
  /** People a day at most; null without a limit. */
  perDay: z.number().int().nullable(),
  /**
   * Time at which the last message would leave if it began at `startsAt`, or now; null beyond a
   * year.
   */
  end: Instant.nullable(),
})
export type CampaignEstimate = z.infer<typeof CampaignEstimate>

/** Report of a whole campaign. */
export const CampaignReport = z.object({
  campaign: Campaign,
  /** False while more recipients are still to be added than are counted. */
  planned: z.boolean(),
  /** All recipients, including opted-out contacts and those without WhatsApp. */
  total: z.number().int(),
  /** Recipients with WhatsApp who had not opted out before, which is the base of progress. */
  valid: z.number().int(),
  /** Recipients whose phone acknowledged the message, whatever came after. */
  delivered: z.number().int(),
  counts: RecipientCounts,
  /** Delivered share of the valid recipients in per cent, with one decimal. */
  progress: z.number(),
  /** Messages per minute by the current settings; null while it does not send. */
  perMinute: z.number().nullable(),
  /**
   * Estimated time of the last message, with hours and limits; null while it is unknown when
   * sending continues.
   */
  estimatedEnd: Instant.nullable(),
  /** Reason why it sends nothing at the moment. */
  wait: z.enum(CAMPAIGN_WAITS).nullable(),
  /** Time at which it continues by itself, if that is known. */
  waitUntil: Instant.nullable(),
  /** Cost so far, as Meta billed it; null while nothing was billed. */
  cost: CampaignCost.nullable(),
  /** Rises with every change: of two copies the later one counts. */
  updatedAt: Instant,
})
export type CampaignReport = z.infer<typeof CampaignReport>

/** Variable that a campaign's text may contain beside the usual ones. */
export const CampaignVariable = z.object({
  /** Name between the braces: `{{promo}}`. */
  key: z.string(),
  value: z.string(),
})
export type CampaignVariable = z.infer<typeof CampaignVariable>

/** Allowed intervals in seconds. */
export const SEND_INTERVALS = [0, 5, 10, 15, 20] as const
/** Allowed numbers of messages, and of seconds. */
export const LONG_INTERVALS = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120] as const

export const CampaignSettings = z.object({
  /** Seconds between two messages of a connection, plus or minus a fifth. */
  messageInterval: z.number().int(),
  /** Number of messages after which the greater interval comes; 0 for never. */
  longerIntervalAfter: z.number().int(),
  /** Greater interval in seconds. */
  greaterInterval: z.number().int(),
  variables: z.array(CampaignVariable),
  /**
   * Start, `HH:mm` in the company's zone: nothing is sent before it, or from `hoursEnd` on. Equal
   * hours mean always.
   */
  hoursStart: z.string(),
  hoursEnd: z.string(),
  /**
   * Daily limit of a connection younger than 30 days: `auto` (20, 50, 100, 200 a day, then none),
   * `off`, or a number.
   */
  dailyLimit: z.union([z.literal('auto'), z.literal('off'), z.number().int()]),
  /** True to pause when more than 5 % of the last hundred messages fail. */
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
