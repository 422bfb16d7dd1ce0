/** Conversations of a cloud number for `kill-senders.ts`, made through the data layer. */
import { metaPageSendOf } from '@balcao/functions/data/channels/meta-page-send.ts'
import { listMessages } from '@balcao/functions/data/tickets/message.ts'
import type { MessageRow } from '@balcao/functions/data/tickets/message-row.ts'
import type { TicketRow } from '@balcao/functions/data/tickets/ticket-row.ts'
import { sealCloudToken } from '@balcao/functions/messaging/cloud-token.ts'
import { sendMessage } from '@balcao/functions/messaging/send-message.ts'
import { makeCompany, makeWhatsapp, send } from '@balcao/functions/test/harness.ts'
import { makeTicket } from '@balcao/functions/test/make-ticket.ts'
import { sweepOutbox } from '@balcao/functions/workers/timers/sweep-outbox.ts'
import { newId } from '@balcao/shared/ids.ts'
import { CUSTOMER_WINDOW } from '@balcao/shared/rules/customer-window.ts'
import { cloudSimulator, type SimulatedMessage } from './cloud-simulator.ts'

/** Messages that are written at once. */
const WRITERS = 8
const PHONE = '5511900009999'

export async function prepare(simUrl: string, people: number) {
  const simulator = cloudSimulator(simUrl)
  const company = await makeCompany()
  const companyId = company.id
  const { phoneNumberId, businessAccountId, accessToken } = await simulator.makeNumber(PHONE, { throughput: 1000 })
  const connection = await makeWhatsapp(companyId, {
    ...{ provider: 'cloud', number: PHONE, phoneNumberId, businessAccountId },
    accessToken: sealCloudToken(companyId, accessToken),
  })
  const tickets: TicketRow[] = []
  for (let i = 0; i < people; i++) {
    const number = `55219${80_000_000 + i}`
    await simulator.write(phoneNumberId, number, 'oi')
    const ticket = await makeTicket(companyId, {
      contact: { id: newId(), name: `Cliente ${i}`, number, picture: null, isGroup: false },
      whatsapp: connection,
      user: company.admin.user,
      status: 'open',
      windowUntil: Date.now() + CUSTOMER_WINDOW,
    })
    tickets.push(ticket)
  }
  // Only now: what the customers wrote so far is not told.
  const subscribed = await fetch(`${process.env.META_GRAPH_URL}/${businessAccountId}/subscribed_apps`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}` },
  })
  if (!subscribed.ok) throw new Error(`subscribed_apps: ${subscribed.status}`)

  const ids: string[] = []
  const everyOwn = async (): Promise<MessageRow[]> => {
    const all: MessageRow[] = []
    for (const { id } of tickets)
      all.push(...(await listMessages(companyId, id, { limit: 100 })).filter(({ fromMe }) => fromMe))
    return all
  }
  return {
    phoneNumberId,
    hear: async (text: string, signature: string) =>
      (await send('POST', '/webhook/whatsapp', { text, headers: { 'x-hub-signature-256': signature } })).status,
    /** Writes messages, in turn to each person. */
    async write(count: number): Promise<void> {
      let next = 0
      const writer = async (nth: number) => {
        for (; next < count; ) {
          const i = next++
          const place = (i * WRITERS + nth) % people
          const { ticket, message } = await sendMessage(
            { companyId },
            { ticket: tickets[place]!, content: { kind: 'text', body: `mensagem ${i}` }, origin: 'attendant' },
          )
          tickets[place] = ticket
          ids.push(message.whatsappMessageId)
        }
      }
      await Promise.all(Array.from({ length: WRITERS }, (_, nth) => writer(nth)))
    },
    unsent: async () => (await everyOwn()).filter(({ ack, error }) => ack === 0 && !error),
    /** Fires the outbox timers of messages whose status is overdue. */
    async sweep(waiting: readonly MessageRow[]): Promise<void> {
      const now = Date.now()
      for (const { id: messageId, ticketId } of waiting) {
        const retry = { messageId, since: now - 121_000 }
        await sweepOutbox({ type: 'outbox', companyId, ticketId, dueAt: now, retry }, now)
      }
    },
    async count(sent: readonly SimulatedMessage[]) {
      const counts = new Map<string, number>()
      for (const { callbackData } of sent) counts.set(callbackData ?? '', (counts.get(callbackData ?? '') ?? 0) + 1)
      const rows = new Map((await everyOwn()).map(row => [row.whatsappMessageId, row]))
      const isUnknown = (id: string) => rows.get(id)?.error === 'ERR_SEND_UNKNOWN'
      const unknown = ids.filter(isUnknown)
      const missing = ids.filter(id => !counts.has(id) && !isUnknown(id))
      for (const messageId of missing.slice(0, 5))
        console.error(messageId, await metaPageSendOf({ companyId, whatsappId: connection.id, messageId }))
      return {
        messages: ids.length,
        once: ids.filter(id => counts.get(id) === 1).length,
        twice: [...counts.values()].filter(count => count > 1).length,
        unknown: unknown.length,
        missing: missing.length,
      }
    },
  }
}
