import { EVENT_LIMITS } from '@balcao/shared/events/fit-inbound.ts'
import type { Payload } from '@balcao/shared/events/realtime.ts'
import { messageId, newId } from '@balcao/shared/ids.ts'
import { CUT_MARK } from '@balcao/shared/rules/cut-text.ts'
import { REACTORS } from '@balcao/shared/rules/reactions.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../test/fake-gateway.ts'
import { makeCompany } from '../../test/harness.ts'
import { makeTicket } from '../../test/make-ticket.ts'
import { setReactions } from '../data/tickets/message.ts'
import { editMessage } from '../data/tickets/message-rewrite.ts'
import { requireTicket, storeMessage } from '../data/tickets/ticket.ts'
import { publishMessage, publishMessageUpdated } from './publish-ticket.ts'

let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())

/** Maximum size of one post to API Gateway, in bytes. */
const FRAME_BYTES = 128 * 1024

async function open() {
  const company = await makeCompany()
  const ticket = await makeTicket(company.id)
  const browser = await gateway.open(company.admin)
  await browser.send({ action: 'joinChatBox', ticketId: ticket.id })
  const received = () =>
    browser.received
      .filter(({ event }) => event.endsWith('-appMessage'))
      .map(({ payload }) => payload) as unknown[] as Payload<'appMessage'>[]
  const receive = async (body: string) => {
    const whatsappMessageId = newId()
    const stored = await storeMessage(await requireTicket(company.id, ticket.id), {
      id: await messageId(ticket.whatsapp.id, whatsappMessageId, Date.now()),
      connectionId: ticket.whatsapp.id,
      whatsappMessageId,
      body,
      fromMe: false,
      mediaType: 'chat',
      origin: 'contact',
    })
    if (stored.outcome !== 'stored') throw new Error(stored.outcome)
    return stored
  }
  return { received, receive }
}

it('a message of any size is received; one too large for a frame comes cut and says so', async () => {
  const { received, receive } = await open()
  for (const body of ['oi', 'a'.repeat(65_536), '漢'.repeat(65_536), '\u0001'.repeat(65_536)]) {
    const { ticket, message } = await receive(body)
    await publishMessage(ticket, message, true)
  }
  expect(received()).toHaveLength(4)
  for (const payload of received()) expect(Buffer.byteLength(JSON.stringify(payload))).toBeLessThan(FRAME_BYTES - 1000)
  const [small, ascii, ...large] = received()
  expect([small!.partial, ascii!.partial]).toEqual([undefined, undefined])
  for (const payload of large) {
    expect(payload.partial).toBe(true)
    expect(payload.message.body.endsWith(CUT_MARK)).toBe(true)
  }
})

it('so is its change, with the texts before it', async () => {
  const { received, receive } = await open()
  const { ticket, message } = await receive('漢'.repeat(30_000))
  const edited = await editMessage(message, '字'.repeat(30_000))
  await publishMessageUpdated(ticket, edited!)
  expect(received()).toMatchObject([
    { action: 'update', partial: true, message: { isEdited: true, earlierBodies: [] } },
  ])
})

it('so is one whose text is too large and to which very many reacted, by the longest names', async () => {
  const { received, receive } = await open()
  const { ticket, message } = await receive('\u0001'.repeat(65_536))
  const reactions = Array.from({ length: REACTORS }, (_, i) => ({
    emoji: '👨🏽‍❤️‍💋‍👨🏽',
    at: i,
    fromMe: false,
    number: String(10 ** 14 + i),
    name: '\u0001'.repeat(EVENT_LIMITS.reactorName),
  }))
  await publishMessageUpdated(ticket, (await setReactions(message, reactions))!)
  expect(received()).toMatchObject([{ partial: true }])
  expect(received()[0]!.message.reactions).toHaveLength(REACTORS)
  expect(Buffer.byteLength(JSON.stringify(received()[0]))).toBeLessThan(FRAME_BYTES - 1000)
})
