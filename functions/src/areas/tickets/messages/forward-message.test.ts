import { ticketsArea } from '@balcao/shared/api/index.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ForwardFixture, makeForwardFixture } from '../../../../test/forward-fixture.ts'
import { call, makeQueue, makeUser } from '../../../../test/harness.ts'
import { commandsOf } from '../../../../test/pipeline-fixture.ts'
import { getMessage } from '../../../data/tickets/message.ts'
import { changeTicket, requireTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { readObjectHead, removeObjects } from '../../../integrations/storage.ts'

const { messages } = ticketsArea.resources

describe('forwarding', () => {
  let world: ForwardFixture
  beforeAll(async () => {
    world = await makeForwardFixture()
  })

  const forward = (id: string, ticketId: string, as = world.admin, clientId?: string) =>
    call(messages.forward, { params: { id }, body: { ticketId, ...(clientId ? { clientId } : {}) }, as })
  const listed = async ({ id }: TicketRow) =>
    (await call(messages.list, { params: { ticketId: id }, as: world.admin })).body.messages

  it('says the text in the other conversation, as written by who forwards, and leaves the first as it is', async () => {
    const [from, to] = [await world.openTicket(), await world.openTicket()]
    const message = await world.receive(from, { body: 'O endereço é *Rua A, 1*' })
    const answer = await forward(message.id, to.id)
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { ticketId: to.id, body: 'O endereço é *Rua A, 1*', fromMe: true, user: { id: world.admin.user.id }, ack: 0 },
    ])
    expect(await listed(from)).toHaveLength(1)
    const sent = (await commandsOf({ connectionId: world.whatsapp.id })).filter(({ type }) => type === 'send')
    expect(sent.at(-1)).toMatchObject({
      to: { number: to.contact.number },
      content: { kind: 'text', body: message.body },
    })
    expect(await requireTicket(world.company.id, to.id)).toMatchObject({ lastMessage: 'O endereço é Rua A, 1' })
  })

  it('says what a template shows, and is none itself: that is another account’s, and costs', async () => {
    const [from, to] = [await world.openTicket(), await world.openTicket()]
    const template = { name: 'hello', language: 'pt_BR', header: '', footer: '', buttons: [] }
    const shown = { body: 'Olá, Ana!', template, templateComponents: [] }
    const message = await world.receive(from, { ...shown, fromMe: true, origin: 'attendant' })
    const { body } = await forward(message.id, to.id)
    expect(body).toMatchObject({ body: 'Olá, Ana!', template: null })
    const sent = (await commandsOf({ connectionId: world.whatsapp.id })).filter(({ type }) => type === 'send')
    expect(sent.at(-1)).toMatchObject({ content: { kind: 'text', body: 'Olá, Ana!' } })
    await changeTicket(world.company.id, to.id, () => ({ set: { windowUntil: Date.now() - 1 } }))
    expect((await forward(message.id, to.id)).error).toBe('ERR_OUTSIDE_WINDOW')
  })

  it('copies the file: it stays when the first conversation’s is gone', async () => {
    const [from, to] = [await world.openTicket(), await world.openTicket()]
    const bytes = Buffer.from('nome;numero\nMaria;11999998888\n')
    const files = [{ fileName: 'lista.csv', mimetype: 'text/csv', bytes }]
    const sent = await call(messages.create, {
      params: { ticketId: from.id },
      body: { body: 'veja' },
      as: world.admin,
      files,
    })
    const { body } = await forward(sent.body.messages[0]!.id, to.id)
    const [old, copy] = await Promise.all(
      [sent.body.messages[0]!.id, body.id].map(id => getMessage(world.company.id, id)),
    )
    expect(copy).toMatchObject({ body: 'veja', mediaType: 'application', media: { fileName: 'lista.csv' } })
    expect(copy!.media!.key).toMatch(new RegExp(`^${world.company.id}/media/${to.id}/`))
    await removeObjects([old!.media!.key!])
    expect((await readObjectHead(copy!.media!.key!, 100))?.size).toBe(bytes.length)
    // A file that is gone is nothing to send.
    expect((await forward(old!.id, to.id)).error).toBe('ERR_FORWARD_WAPP_MSG')
  })

  it('a place and a contact card go as they are', async () => {
    const [from, to] = [await world.openTicket(), await world.openTicket()]
    const location = { latitude: -23.5, longitude: -46.6, name: 'Loja' }
    const place = await world.receive(from, { body: '', mediaType: 'locationMessage', location })
    const card = await world.receive(from, { body: 'José', mediaType: 'vcard', vcards: ['BEGIN:VCARD\nEND:VCARD'] })
    expect((await forward(place.id, to.id)).body).toMatchObject({ mediaType: 'locationMessage', location })
    expect((await forward(card.id, to.id)).body).toMatchObject({ mediaType: 'vcard', vcards: card.vcards })
  })

  it('twice with one id is one message, with other content refused', async () => {
    const [from, to] = [await world.openTicket(), await world.openTicket()]
    const [one, other] = [await world.receive(from), await world.receive(from, { body: 'outra' })]
    const clientId = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => forward(one.id, to.id, world.admin, clientId)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await forward(other.id, to.id, world.admin, clientId)).error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
    expect(await listed(to)).toHaveLength(1)
  })

  it('refuses what says nothing, closed conversations and what one may not see, and says nothing then', async () => {
    const [from, to] = [await world.openTicket(), await world.openTicket()]
    const message = await world.receive(from)
    const missed = await world.receive(from, { body: '', mediaType: 'call_log', call: { video: false } })
    const lost = await world.receive(from, {
      body: '',
      mediaType: 'image',
      media: { kind: 'image', mimetype: 'image/png' },
    })
    for (const { id } of [missed, lost]) expect((await forward(id, to.id)).error).toBe('ERR_FORWARD_WAPP_MSG')
    expect((await forward(newId(), to.id)).error).toBe('ERR_NO_MESSAGE_FOUND')
    expect((await forward(message.id, newId())).error).toBe('ERR_NO_TICKET_FOUND')

    const queue = await makeQueue(world.company.id)
    const ana = await makeUser(world.company.id, { name: 'Ana', queueIds: [] })
    const hidden = await world.openTicket({ queue, user: null, status: 'pending' })
    const shown = await world.openTicket({ user: { id: ana.user.id, name: 'Ana' } })
    const secret = await world.receive(hidden)
    const own = await world.receive(shown)
    expect((await forward(secret.id, shown.id, ana)).error).toBe('ERR_NO_PERMISSION')
    expect((await forward(own.id, hidden.id, ana)).error).toBe('ERR_NO_PERMISSION')

    const stranger = await makeForwardFixture()
    const theirs = await stranger.openTicket()
    const their = await stranger.receive(theirs)
    expect((await forward(their.id, to.id)).error).toBe('ERR_NO_MESSAGE_FOUND')
    expect((await forward(message.id, theirs.id)).error).toBe('ERR_NO_TICKET_FOUND')

    await changeTicket(world.company.id, to.id, () => ({ set: { status: 'closed' } }))
    expect((await forward(message.id, to.id)).error).toBe('ERR_TICKET_CLOSED')
    expect(await listed(to)).toEqual([])
    expect(await listed(hidden)).toHaveLength(1)
  })
})
