import { fitInbound } from '@balcao/shared/events/fit-inbound.ts'
import { chatGroup, type InboundEvent } from '@balcao/shared/events/queues.ts'
import { config } from '../../config.ts'
import { connectionsOfAccount, type MetaPageOwner } from '../../data/channels/meta-page-account.ts'
import type { AccountEvents } from '../../integrations/meta/account-events.ts'
import { sendFifo } from '../../integrations/sqs.ts'

/**
 * Enqueues Meta's events for every connection of their account, in order within each chat; events
 * of an unknown account are skipped. Meta repeats a call that was not answered by 200, so events
 * already enqueued arrive twice, and count once by their ids. Each event is cut to fit a message of
 * the queue: one that the queue refused would come again and again.
 * @param dedupOf returns an event's deduplication id: the same whenever Meta sends it
 */
export async function enqueueAccountEvents(
  accounts: readonly AccountEvents[],
  dedupOf: (event: InboundEvent) => string,
): Promise<void> {
  const ids = [...new Set(accounts.map(({ accountId }) => accountId))]
  const owners = new Map(await Promise.all(ids.map(async id => [id, await connectionsOfAccount(id)] as const)))
  const chats = new Map<string, InboundEvent[]>()
  for (const { accountId, events } of accounts)
    for (const given of events)
      for (const { companyId, whatsappId } of receiversOf(given.type, owners.get(accountId) ?? [])) {
        const event = { ...given, companyId, connectionId: whatsappId } as InboundEvent
        const group = chatGroup(whatsappId, 'chat' in event ? event.chat : {})
        const known = chats.get(group) ?? []
        chats.set(group, known)
        known.push(event)
      }
  await Promise.all([...chats].map(([group, events]) => send(group, events, dedupOf)))
}

/** A template's change is carried out once, for all companies that have the account. */
const receiversOf = (type: InboundEvent['type'], owners: readonly MetaPageOwner[]): readonly MetaPageOwner[] =>
  type === 'template' ? owners.slice(0, 1) : owners

async function send(group: string, events: readonly InboundEvent[], dedupOf: (event: InboundEvent) => string) {
  const url = config().INBOUND_QUEUE_URL
  for (const event of events) await sendFifo(url, fitInbound(event), group, dedupOf(event))
}
