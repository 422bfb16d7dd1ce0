import { describe, expect, it } from 'vitest'
import { batchOf, commandsOf, type Fixture, inbound, makeFixture } from '../../test/pipeline-fixture.ts'
import { findContactByNumber } from '../data/contacts/contact.ts'
import { listMessages } from '../data/tickets/message.ts'
import { changeTicket, findLiveTicket, getTicket } from '../data/tickets/ticket.ts'
import { handler } from '../workers/inbound/handler.ts'
import { sendMessage } from './send-message.ts'

const ana = { id: '01980000-0000-7000-8000-000000000001', name: 'Ana' }

async function open(): Promise<{ fixture: Fixture; ticketId: string }> {
  const fixture = await makeFixture()
  await handler(batchOf([inbound(fixture)]))
  const contact = await findContactByNumber(fixture.companyId, fixture.number)
  const ticket = await findLiveTicket(fixture.companyId, fixture.connectionId, contact!.id)
  await changeTicket(fixture.companyId, ticket!, () => ({ set: { status: 'open', user: ana } }))
  return { fixture, ticketId: ticket!.id }
}
const text = (body: string) => ({ content: { kind: 'text' as const, body }, origin: 'attendant' as const, user: ana })

describe('sendMessage', () => {
  it('stores at the clock, bumps the ticket, and hands the command to the connection’s shard', async () => {
    const { fixture, ticketId } = await open()
    const ticket = (await getTicket(fixture.companyId, ticketId))!
    const { message } = await sendMessage(fixture, { ticket, ...text('bom dia') })
    expect(message).toMatchObject({ ack: 0, fromMe: true, origin: 'attendant', user: ana, error: null })
    expect(message.whatsappMessageId).toMatch(/^3EB0[0-9A-F]{18}$/)
    expect(await getTicket(fixture.companyId, ticketId)).toMatchObject({
      lastMessage: 'bom dia',
      lastMessageFromMe: true,
    })
    expect(await commandsOf(fixture)).toMatchObject([
      {
        type: 'send',
        to: { number: fixture.number },
        whatsappMessageId: message.whatsappMessageId,
        content: { kind: 'text', body: 'bom dia' },
      },
    ])
  })

  it('twice with one client id is one message and one command', async () => {
    const { fixture, ticketId } = await open()
    const ticket = (await getTicket(fixture.companyId, ticketId))!
    const clientId = crypto.randomUUID()
    const calls = await Promise.all([1, 2, 3].map(() => sendMessage(fixture, { ticket, ...text('um'), clientId })))
    expect(new Set(calls.map(({ message }) => message.id)).size).toBe(1)
    expect(await listMessages(fixture.companyId, ticketId, { limit: 10 })).toHaveLength(2)
    expect(await commandsOf(fixture)).toHaveLength(1)
  })

  it('keeps the order of what is sent one after the other', async () => {
    const { fixture, ticketId } = await open()
    let ticket = (await getTicket(fixture.companyId, ticketId))!
    for (const body of ['1', '2', '3', '4']) ticket = (await sendMessage(fixture, { ticket, ...text(body) })).ticket
    const sent = (await commandsOf(fixture)).map(command =>
      command.type === 'send' && command.content.kind === 'text' ? command.content.body : '',
    )
    expect(sent).toEqual(['1', '2', '3', '4'])
  })

  it('quotes with what the session host needs', async () => {
    const { fixture, ticketId } = await open()
    const ticket = (await getTicket(fixture.companyId, ticketId))!
    const [quoted] = await listMessages(fixture.companyId, ticketId, { limit: 1 })
    const { message } = await sendMessage(fixture, { ticket, ...text('isso'), quoted: quoted! })
    expect(message.quoted).toMatchObject({ id: quoted!.id, body: 'oi', fromMe: false })
    expect(await commandsOf(fixture)).toMatchObject([
      { quoted: { whatsappMessageId: quoted!.whatsappMessageId, body: 'oi', fromMe: false } },
    ])
  })

  it('at its largest fits onto the queue, with the longest quotation', async () => {
    const { fixture, ticketId } = await open()
    // As JSON each of these is six bytes.
    const longest = '\u0001'.repeat(65_536)
    const first = (await getTicket(fixture.companyId, ticketId))!
    const { message: quoted, ticket } = await sendMessage(fixture, { ticket: first, ...text(longest) })
    await sendMessage(fixture, { ticket, ...text(longest), quoted })
    const commands = await commandsOf(fixture)
    expect(commands).toHaveLength(2)
    for (const command of commands) expect(Buffer.byteLength(JSON.stringify(command))).toBeLessThan(450_000)
    expect(commands[1]).toMatchObject({ quoted: { body: longest.slice(0, 500) } })
  })

  it('writes into a closed ticket only when asked to', async () => {
    const { fixture, ticketId } = await open()
    const { ticket } = await changeTicket(fixture.companyId, ticketId, () => ({ set: { status: 'closed' } }))
    await expect(sendMessage(fixture, { ticket, ...text('oi') })).rejects.toMatchObject({ code: 'ERR_TICKET_CLOSED' })
    await sendMessage(fixture, { ticket, ...text('tchau'), origin: 'bot', evenClosed: true })
    expect(await listMessages(fixture.companyId, ticketId, { limit: 1 })).toMatchObject([{ body: 'tchau' }])
    expect(await getTicket(fixture.companyId, ticketId)).toEqual({ ...ticket, version: ticket.version + 1 })
  })
})
