import type { MediaRef } from './check-message.ts'
import type { CloudContext } from './cloud-context.ts'
import type { BusinessNumber, CloudMessage, CloudState } from './cloud-state.ts'
import { titleOf } from './errors.ts'
import { fetchLink } from './media.ts'
import { sendStatus } from './statuses.ts'

/** Reason for which a message fails after it was accepted. */
export type Refusal = { code: number; details: string }

/** Tells sent and delivered, or failed; a link is fetched first. */
export async function deliver(
  message: CloudMessage,
  media: readonly MediaRef[],
  number: BusinessNumber,
  { state, webhooks }: CloudContext,
  refusal: Refusal | undefined,
): Promise<void> {
  let failure = refusal
  const link = media.find(ref => ref.link !== undefined)
  if (link && !failure) {
    const found = await fetchLink(state, number, link)
    if ('details' in found) failure = found
    else if (message.rendered?.header) message.rendered.header.mediaId = found.id
    else message.content = { ...message.content, simulatedId: found.id }
  }
  if (failure) {
    message.error = { ...failure, title: titleOf(failure.code) }
    return sendStatus(state, webhooks, message, 'failed')
  }
  if (message.type === 'reaction') react(message, state)
  sendStatus(state, webhooks, message, 'sent')
  // A reaction has no other status.
  if (message.type !== 'reaction')
    webhooks.later(number.limits.deliveredAfterMs, () => sendStatus(state, webhooks, message, 'delivered'))
}

/** Goes on with messages that the last process accepted and did not deliver. */
export function resumeDeliveries({ state, webhooks }: Pick<CloudContext, 'state' | 'webhooks'>): void {
  for (const message of state.messages.values()) {
    const { fromCustomer, type, status, numberId } = message
    const number = state.numbers.get(numberId)
    if (fromCustomer || !number || type === 'reaction' || (status !== 'accepted' && status !== 'sent')) continue
    sendStatus(state, webhooks, message, 'sent')
    webhooks.later(number.limits.deliveredAfterMs, () => sendStatus(state, webhooks, message, 'delivered'))
  }
}

function react({ content, numberId }: CloudMessage, state: CloudState): void {
  const target = state.messages.get(String(content.message_id))
  if (target?.numberId !== numberId) return
  target.reactions = { ...target.reactions, business: String(content.emoji) }
  state.save('message', target)
}
