import type { BusinessNumber, CloudMessage, CloudState, MessageStatus, Person } from './cloud-state.ts'
import { statusError } from './errors.ts'
import type { Webhooks } from './webhooks.ts'

const seconds = (ms: number): string => String(Math.floor(ms / 1000))

/** Order of the statuses: a message never falls back. */
const RANK: Readonly<Record<MessageStatus, number>> = {
  accepted: 0,
  sent: 1,
  failed: 1,
  delivered: 2,
  read: 3,
  received: 9,
}

/**
 * Returns the names of a person in a webhook: number and business-scoped id, or the latter alone.
 */
export const namedAs = ({ waId, userId, hidesNumber }: Person, number: string, id: string) => ({
  ...(hidesNumber && userId ? {} : { [number]: waId }),
  ...(userId ? { [id]: userId } : {}),
})

export const metadataOf = ({ phone, id }: BusinessNumber) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: phone, phone_number_id: id },
})

/** Records a message's new status and sends it by webhook. */
export function sendStatus(
  state: CloudState,
  webhooks: Webhooks,
  message: CloudMessage,
  status: 'sent' | 'delivered' | 'read' | 'failed',
): void {
  const number = state.numbers.get(message.numberId)
  if (!number || message.status === 'failed' || RANK[status] <= RANK[message.status]) return
  // A read message was delivered: Meta tells the price with the first of both only.
  const isPriced = status === 'sent' || status === 'delivered' || message.status !== 'delivered'
  message.status = status
  state.save('message', message)
  const { callbackData, error } = message
  const person = state.person(message.numberId, message.waId)
  webhooks.send(number.accountId, number.id, 'messages', {
    ...metadataOf(number),
    statuses: [
      {
        id: message.id,
        status,
        timestamp: seconds(Date.now()),
        ...(person ? namedAs(person, 'recipient_id', 'recipient_user_id') : { recipient_id: message.waId }),
        ...(callbackData === null ? {} : { biz_opaque_callback_data: callbackData }),
        ...(status === 'failed' ? { errors: [statusError(error?.code ?? 131000, error?.details ?? '')] } : {}),
        ...(status !== 'failed' && isPriced ? priceOf(message, status) : {}),
      },
    ],
  })
}

/** Returns the price of a message, and its conversation while a free entry point is open. */
function priceOf({ category, charge, freeUntil, numberId, waId }: CloudMessage, status: string) {
  if (!category || !charge) return {}
  return {
    ...(freeUntil > 0
      ? {
          conversation: {
            id: `${numberId}${waId}`,
            ...(status === 'sent' ? { expiration_timestamp: seconds(freeUntil) } : {}),
            origin: { type: 'referral_conversion' },
          },
        }
      : {}),
    pricing: { billable: charge === 'regular', pricing_model: 'PMP', type: charge, category },
  }
}
