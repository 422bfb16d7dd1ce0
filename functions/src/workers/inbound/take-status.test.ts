import type { InboundMessage, InboundStatus } from '@balcao/shared/events/queues.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { cloudNumber } from '../../../test/cloud-number.ts'
import { batchOf, type Fixture, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import {
  beginMetaPageSend,
  cloudRetryWrites,
  finishMetaPageSend,
  messageOfMid,
  metaPageSendOf,
} from '../../data/channels/meta-page-send.ts'
import { findContactByNumber } from '../../data/contacts/contact.ts'
import { clearError, failMessage, findMessageByWhatsappId } from '../../data/tickets/message.ts'
import { findLiveTicket, getTicket } from '../../data/tickets/ticket.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { sendMessage } from '../../messaging/send-message.ts'
import { handler } from './handler.ts'

const take = async (...events: (InboundMessage | InboundStatus)[]) =>
  expect((await handler(batchOf(events))).batchItemFailures).toEqual([])

let fixture: Fixture
let ticket: TicketRow
let wamids = Date.now()

beforeAll(async () => {
  fixture = await makeFixture({ connection: () => cloudNumber('77', { status: 'CONNECTED' }) })
  await take(inbound(fixture))
  const contact = (await findContactByNumber(fixture.companyId, fixture.number))!
  ticket = (await findLiveTicket(fixture.companyId, fixture.connectionId, contact.id))!
})

/** A message of ours, and what Meta may say about it. */
async function sent(parts?: number) {
  const { companyId, connectionId: whatsappId } = fixture
  const { message } = await sendMessage(
    { companyId },
    {
      ticket: (await getTicket(companyId, ticket.id, true))!,
      content: { kind: 'text', body: 'bom dia' },
      origin: 'bot',
    },
  )
  const { whatsappMessageId: messageId } = message
  const sending = { companyId, whatsappId, messageId }
  const wamid = `wamid.${wamids++}`
  const status = (state: InboundStatus['status'], more: Partial<InboundStatus> = {}): InboundStatus => ({
    ...{ type: 'status', companyId, connectionId: whatsappId, chat: { number: fixture.number } },
    ...{ whatsappMessageId: messageId, wamid, status: state, at: Date.now() },
    ...more,
  })
  const begin = () => beginMetaPageSend(sending, undefined, Date.now(), parts)
  const row = async () => (await findMessageByWhatsappId(companyId, whatsappId, messageId))!
  const outcome = async () => {
    const { ack, error } = await row()
    return [ack, error]
  }
  return { sending, wamid, status, begin, row, outcome }
}

describe('a status', () => {
  it('answers the send whose answer was lost, and leads from Meta’s id to the message', async () => {
    const { sending, wamid, status, begin, outcome } = await sent()
    await begin()
    await take(status('delivered'), status('sent'))
    expect(await outcome()).toEqual([3, null])
    expect(await metaPageSendOf(sending)).toMatchObject({ mids: [wamid], sendingAt: null })
    expect(await messageOfMid(sending.companyId, sending.whatsappId, wamid)).toBe(sending.messageId)
    // By Meta's id alone, as a status without callback data.
    await take(status('read', { whatsappMessageId: '' }))
    expect(await outcome()).toEqual([4, null])
  })

  it('does not make a message sent of which a part is missing', async () => {
    const { sending, wamid, status, begin, outcome } = await sent(2)
    await begin()
    await take(status('delivered'))
    expect(await outcome()).toEqual([0, null])
    await beginMetaPageSend(sending, (await metaPageSendOf(sending))!, Date.now(), 2)
    await take(status('sent', { wamid: `${wamid}.2`, whatsappMessageId: `${sending.messageId}:1` }))
    expect(await outcome()).toEqual([1, null])
  })

  it('that comes late ends the doubt whether the message arrived', async () => {
    const { status, begin, row, outcome } = await sent()
    await begin()
    await failMessage(await row(), 'ERR_SEND_UNKNOWN')
    await take(status('sent'))
    expect(await outcome()).toEqual([1, null])
  })

  it('of a failure stays, whether what came before it comes after it or not', async () => {
    const { status, begin, outcome } = await sent()
    await begin()
    await take(status('sent'), status('failed', { code: 131_026 }))
    expect(await outcome()).toEqual([0, 'ERR_CLOUD_NOT_ON_WHATSAPP'])
    await take(status('sent'))
    expect(await outcome()).toEqual([0, 'ERR_CLOUD_NOT_ON_WHATSAPP'])
    // A message that a person has was not lost.
    await take(status('delivered'), status('failed', { code: 131_026 }))
    expect(await outcome()).toEqual([3, null])
  })

  it('also stays when the answer to the call is told after it', async () => {
    const { sending, status, begin, outcome } = await sent()
    await begin()
    await take(status('failed', { code: 131_049 }))
    const { companyId, whatsappId: connectionId, messageId: whatsappMessageId } = sending
    const ack = { type: 'ack', companyId, connectionId, whatsappMessageId, ack: 1 } as const
    expect((await handler(batchOf([ack]))).batchItemFailures).toEqual([])
    expect(await outcome()).toEqual([0, 'ERR_CLOUD_MARKETING_LIMIT'])
  })

  it('of an earlier attempt does not fail the next one', async () => {
    const { sending, wamid, status, begin, row, outcome } = await sent(1)
    await begin()
    await take(status('failed', { code: 131_049 }))
    // A person sends it again.
    await clearError(await row(), await cloudRetryWrites(sending, () => true))
    await beginMetaPageSend(sending, (await metaPageSendOf(sending))!, Date.now(), 1)
    await take(status('failed', { code: 131_049 }))
    expect(await outcome()).toEqual([0, null])
    await finishMetaPageSend(sending, (await metaPageSendOf(sending))!, `${wamid}.again`)
    await take(status('failed', { code: 131_049 }), status('sent', { wamid: `${wamid}.again` }))
    expect(await outcome()).toEqual([1, null])
  })

  it('of nobody’s message changes nothing', async () => {
    const { status } = await sent()
    await take(status('read', { whatsappMessageId: '', wamid: 'wamid.unknown' }))
    await take(status('failed', { whatsappMessageId: '3EB0AAAAAAAAAAAAAAAAAA', wamid: 'wamid.unknown', code: 131_026 }))
  })

  it('of a free entry point keeps the window open for longer, never for less', async () => {
    const { status, begin } = await sent()
    await begin()
    const until = Date.now() + 72 * 3_600_000
    await take(status('sent', { windowUntil: until }))
    expect((await getTicket(ticket.companyId, ticket.id, true))!.windowUntil).toBe(until)
    await take(status('delivered', { windowUntil: until - 1 }))
    expect((await getTicket(ticket.companyId, ticket.id, true))!.windowUntil).toBe(until)
  })
})
