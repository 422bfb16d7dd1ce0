import { PriceCategory } from '@balcao/shared/events/queues.ts'
import { z } from 'zod'
import type { AccountEvent } from '../account-events.ts'
import { idOfMid } from '../mid.ts'
import { peerOf } from './peer-of.ts'

const Seconds = z.coerce.number().int().min(0).max(1e11)

const Status = z.object({
  id: z.string().min(1).max(1000),
  status: z.string(),
  timestamp: Seconds,
  recipient_id: z.string().nullish(),
  recipient_user_id: z.string().nullish(),
  biz_opaque_callback_data: z.string().nullish(),
  conversation: z
    .object({
      expiration_timestamp: Seconds.nullish(),
      origin: z.object({ type: z.string().nullish() }).nullish(),
    })
    .nullish()
    .catch(undefined),
  pricing: z.object({ billable: z.boolean().nullish(), category: z.string().nullish() }).nullish().catch(undefined),
  errors: z
    .array(z.object({ code: z.number().int().nullish() }))
    .nullish()
    .catch(undefined),
})

type State = 'sent' | 'delivered' | 'read' | 'failed'
/** A voice message that was played was read as well. */
const STATES: Record<string, State> = {
  sent: 'sent',
  delivered: 'delivered',
  read: 'read',
  played: 'read',
  failed: 'failed',
}

const CATEGORIES: Record<string, PriceCategory> = {
  authentication_international: 'authentication',
  referral_conversion: 'service',
}

/** Callback data of ours: the id of a message, and its part (callback-data.ts). */
const OURS = /^[0-9A-Z]{20,40}(:\d{1,4})?$/i

/** Returns the event of a status of a message that the number sent. */
export function readCloudStatus(given: unknown, tick: () => number): AccountEvent | undefined {
  const known = Status.safeParse(given)
  if (!known.success || !Object.hasOwn(STATES, known.data.status)) return undefined
  const { id, status, timestamp, conversation, pricing, errors, biz_opaque_callback_data: callback } = known.data
  const chat = peerOf(known.data.recipient_id, known.data.recipient_user_id)
  if (!chat) return undefined
  const category = pricing?.category ? categoryOf(pricing.category) : undefined
  const code = errors?.[0]?.code
  const expires = conversation?.origin?.type === 'referral_conversion' ? conversation.expiration_timestamp : undefined
  return {
    type: 'status',
    chat,
    whatsappMessageId: callback && OURS.test(callback) ? callback : '',
    wamid: idOfMid(id),
    status: STATES[status]!,
    at: timestamp * 1000 || tick(),
    ...(typeof code === 'number' ? { code } : {}),
    ...(category ? { price: { category, billable: pricing?.billable ?? false } } : {}),
    ...(expires ? { windowUntil: expires * 1000 } : {}),
  }
}

function categoryOf(given: string): PriceCategory | undefined {
  const known = PriceCategory.safeParse(given)
  if (known.success) return known.data
  return Object.hasOwn(CATEGORIES, given) ? CATEGORIES[given] : undefined
}
