/** Cloud numbers of the simulator, and the workers that send over them and hear from them. */
import { createServer } from 'node:http'
import { CreateQueueCommand, DeleteMessageCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { closeServer, LOOPBACK, listen } from '@balcao/infra/local/listen.ts'
import { readBody } from '@balcao/infra/local/read-body.ts'
import { startSimulators } from '@balcao/infra/simulators/start-simulators.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import type { WhatsappRow } from '../src/data/channels/whatsapp.ts'
import { findContactByNumber } from '../src/data/contacts/contact.ts'
import { changeTicket, findLiveTicket } from '../src/data/tickets/ticket.ts'
import type { TicketRow } from '../src/data/tickets/ticket-row.ts'
import { sealCloudToken } from '../src/messaging/cloud-token.ts'
import { handler as takeGraph } from '../src/workers/graph/handler.ts'
import { handler as takeInbound } from '../src/workers/inbound/handler.ts'
import { openGate } from './gate.ts'
import { call, makeCompany, makeWhatsapp, send, type TestCompany } from './harness.ts'

export type CloudShop = { company: TestCompany; connection: WhatsappRow; phoneNumberId: string }
export type CloudTalk = { shop: CloudShop; from: string; ticket: TicketRow }
/** Message as the customer's phone has it. */
export type CloudGot = {
  id: string
  fromCustomer: boolean
  type: string
  text: string
  status: string
  callbackData: string | null
  quotedId: string | null
  media: { type: string; mimetype: string; fileName: string | null; size: number } | null
  choices: { kind: string; id: string; title: string }[]
  reactions: { business?: string }
  content: Record<string, unknown>
}

let people = 5_511_900_000_000 + Math.floor(Math.random() * 8e8)

/** Hands a call of Meta's webhook to the API. */
async function takeWebhook(text: string, signature: string): Promise<number> {
  return (await send('POST', '/webhook/whatsapp', { text, headers: { 'x-hub-signature-256': signature } })).status
}

/**
 * Starts simulator, queues and a gate for the tests of a file; they end with it.
 * @param onWebhook takes the calls of Meta's webhook; the API by default
 */
export async function useCloud(onWebhook = takeWebhook) {
  /** Calls of the webhook that are taken later. */
  let held: [body: string, signature: string][] | undefined
  const sqs = new SQSClient()
  const gate = await openGate()
  const product = createServer(async (request, response) => {
    const body = (await readBody(request, 1e7))?.toString() ?? ''
    const call = [body, String(request.headers['x-hub-signature-256'])] as const
    if (held) held.push([...call])
    response.writeHead(held ? 200 : await onWebhook(...call)).end()
  })
  const webhookUrl = `http://${LOOPBACK}:${await listen(product, 0)}/`
  const simulators = await startSimulators({ webhookUrl })
  const queue = async (name: string) => {
    const Attributes = { FifoQueue: 'true', VisibilityTimeout: '1' }
    const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: `${name}-${newId()}.fifo`, Attributes }))
    // Through the gate.
    return QueueUrl!.replace(new URL(QueueUrl!).origin, gate.env.AWS_ENDPOINT_URL_SQS!)
  }
  const queues = [
    { url: await queue('cloud-inbound'), take: takeInbound },
    { url: await queue('cloud-graph'), take: takeGraph },
  ]
  Object.assign(process.env, simulators.env, { INBOUND_QUEUE_URL: queues[0]!.url, PAGES_QUEUE_URL: queues[1]!.url })

  const sim = async <T = unknown>(method: string, path: string, body?: unknown): Promise<T> => {
    const headers = { 'content-type': 'application/json' }
    const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) }
    return (await (await fetch(`${simulators.url}/sim/cloud${path}`, { method, ...sent })).json()) as T
  }
  beforeEach(() => sim('DELETE', '/faults'))
  afterAll(async () => {
    await simulators.close()
    await closeServer(product)
    await gate.close()
  })

  /** Works once through what is on both queues; answers what was there and what failed. */
  async function round(): Promise<{ any: boolean; failed: number }> {
    let any = false
    let failed = 0
    for (const { url, take } of queues) {
      const { Messages = [] } = await sqs.send(
        new ReceiveMessageCommand({ QueueUrl: url, MaxNumberOfMessages: 10, MessageSystemAttributeNames: ['All'] }),
      )
      if (Messages.length === 0) continue
      any = true
      const Records = Messages.map(({ MessageId, Body, Attributes, ReceiptHandle }) => ({
        ...{ messageId: MessageId, body: Body, attributes: Attributes, receiptHandle: ReceiptHandle },
      }))
      const { batchItemFailures } = await take({ Records } as unknown as Parameters<typeof takeInbound>[0])
      const again = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier))
      failed += again.size
      for (const { MessageId, ReceiptHandle } of Messages)
        if (!again.has(MessageId!)) await sqs.send(new DeleteMessageCommand({ QueueUrl: url, ReceiptHandle }))
    }
    return { any, failed }
  }

  /**
   * Works through both queues until they are empty; answers how often work failed and comes again.
   */
  async function settle(): Promise<number> {
    let failed = 0
    for (let quiet = 0; quiet < 2; ) {
      const done = await round()
      failed += done.failed
      await sim('POST', '/settled')
      quiet = done.any ? 0 : quiet + 1
    }
    return failed
  }

  async function settleUntil(done: () => Promise<boolean>): Promise<number> {
    let failed = 0
    const check = async () => {
      failed += await settle()
      return done()
    }
    await expect.poll(check, { timeout: 40_000, interval: 300 }).toBe(true)
    return failed
  }

  /** A company with a cloud number of the simulator. */
  async function makeShop(more: object = {}): Promise<CloudShop> {
    const company = await makeCompany()
    const phone = String(people++)
    const made = await sim<{ phoneNumberId: string; businessAccountId: string; accessToken: string }>(
      ...(['POST', '/numbers', { phone, name: 'Loja', ...more }] as const),
    )
    const { phoneNumberId, businessAccountId, accessToken } = made
    await fetch(`${process.env.META_GRAPH_URL}/${businessAccountId}/subscribed_apps`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}` },
    })
    const connection = await makeWhatsapp(company.id, {
      ...{ provider: 'cloud', number: phone, phoneNumberId, businessAccountId },
      accessToken: sealCloudToken(company.id, accessToken),
    })
    return { company, connection, phoneNumberId }
  }

  /** A customer who wrote, and whose ticket is open. */
  async function makeTalk(shop: CloudShop, from = String(people++)): Promise<CloudTalk> {
    const { company, connection, phoneNumberId } = shop
    await sim('POST', `/${phoneNumberId}/messages`, { from, name: 'Bia', text: 'oi' })
    await settle()
    const contact = (await findContactByNumber(company.id, from))!
    const ticket = (await findLiveTicket(company.id, connection.id, contact.id))!
    const user = { id: company.admin.user.id, name: 'Ana' }
    const { ticket: open } = await changeTicket(company.id, ticket, () => ({ set: { status: 'open', user } }))
    return { shop, from, ticket: open }
  }

  /** Takes the webhook's calls no more, until they are released. */
  const hold = () => {
    held = []
  }
  /** Takes the calls that were held, in another order and several times if `how` says so. */
  async function release(how = (calls: [string, string][]) => calls): Promise<void> {
    await sim('POST', '/settled')
    const calls = how(held ?? [])
    held = undefined
    for (const call of calls) expect(await takeWebhook(...call)).toBe(200)
    await settle()
  }
  /** Takes none of the calls that were held. */
  const drop = () => {
    held = undefined
  }
  afterEach(drop)

  const write = ({ shop, ticket }: CloudTalk, body: object) =>
    call(messages.create, { as: shop.company.admin, params: { ticketId: ticket.id }, body })
  /** Messages of the ticket behind the one by which the customer began it. */
  const messagesOf = async ({ shop, ticket }: CloudTalk) =>
    (await call(messages.list, { as: shop.company.admin, params: { ticketId: ticket.id } })).body.messages.slice(1)
  /** Returns the messages that the business sent, failed ones too. */
  const got = async ({ shop, from }: CloudTalk): Promise<CloudGot[]> =>
    (await sim<CloudGot[]>('GET', `/${shop.phoneNumberId}/messages?with=${from}&failed=true`)).filter(
      ({ fromCustomer }) => !fromCustomer,
    )
  return { hold, release, drop, sim, gate, queues, settle, settleUntil, makeShop, makeTalk, write, messagesOf, got }
}
