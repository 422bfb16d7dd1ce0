import {
  type AttemptResult,
  recordAttempt,
  type WebhookDeliveryRow,
  wireWebhookDelivery,
} from '../data/automation/webhook-delivery.ts'
import type { OutgoingAnswer } from '../integrations/outgoing/call-external-url.ts'
import { callExternalUrl } from '../integrations/outgoing/call-external-url.ts'
import { OutgoingError } from '../integrations/outgoing/outgoing-error.ts'
import { publish } from '../realtime/publish.ts'
import { nextAttemptAt } from './schedule.ts'
import { SIGNATURE, signatureOf } from './signature.ts'
import type { Address } from './targets.ts'

/** Outcome of an attempt: the current row, and the answer when it was delivered. */
export type Outcome = { row: WebhookDeliveryRow; answer: OutgoingAnswer | undefined }

/** Outcome when its address is gone. */
const GONE: AttemptResult = { delivered: false, status: null, error: 'ERR_DELIVERY_TARGET_GONE', nextAt: null }

/**
 * Sends a claimed delivery once, signed, and stores the outcome; undefined when another process had
 * the claim by then. Never throws for an error of the other side.
 */
export async function attemptDelivery(
  row: WebhookDeliveryRow,
  address: Address | undefined,
): Promise<Outcome | undefined> {
  const [result, answer] = address ? await send(row, address) : [GONE, undefined]
  const after = await recordAttempt(row, result, Date.now())
  if (!after) return undefined
  await publish(row.companyId, 'delivery', { action: 'update', delivery: wireWebhookDelivery(after) })
  return { row: after, answer }
}

async function send(
  row: WebhookDeliveryRow,
  { url, secret }: Address,
): Promise<[AttemptResult, OutgoingAnswer | undefined]> {
  const failed = (status: number | null, error: string): AttemptResult => ({
    delivered: false,
    status,
    error,
    nextAt: nextAttemptAt(row.target, row.tries + 1, Date.now(), row.since),
  })
  try {
    const answer = await callExternalUrl(url, {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Balcao-Webhook/1',
        'x-balcao-event': row.event,
        // The same at every attempt, so that the receiver can drop a repetition.
        'x-balcao-delivery': row.id,
        [SIGNATURE]: signatureOf(secret, row.body, Date.now()),
      },
      body: row.body,
    })
    const { status } = answer
    if (status >= 200 && status < 300) return [{ delivered: true, status }, answer]
    return [failed(status, 'ERR_DELIVERY_REFUSED'), undefined]
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    return [failed(null, error.code), undefined]
  }
}
