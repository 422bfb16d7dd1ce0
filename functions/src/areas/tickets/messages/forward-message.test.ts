import { ticketsArea } from '@balcao/shared/api/index.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  makeCompany,
  makeQueue,
  makeUser,
  makeWhatsapp,
  type TestCompany,
  type TestUser,
} from '../../../../test/harness.ts'
import { commandsOf } from '../../../../test/pipeline-fixture.ts'
import { receiveMessage } from '../../../../test/receive-message.ts'
import type { WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { createContact } from '../../../data/contacts/contact.ts'
import { getMessage } from '../../../data/tickets/message.ts'
import { changeTicket, createTicket, requireTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { readObjectHead, removeObjects } from '../../../integrations/storage.ts'

const { messages } = ticketsArea.resources

let numbers = 0
const someNumber = (): string =>
  `55119${String(Date.now() % 1e5).padStart(5, '0')}${String(numbers++ % 1000).padStart(3, '0')}`

type World = { company: TestCompany; admin: TestUser; whatsapp: WhatsappRow }

async function makeWorld(): Promise<World> {
  const company = await makeCompany()
  const whatsapp = await makeWhatsapp(company.id, { isDefault: true, status: 'DISCONNECTED' })
  return { company, admin: company.admin, whatsapp }
}

async function makeTicket(
  { company, admin, whatsapp }: World,
  changes: Partial<Parameters<typeof createTicket>[1]> = {},
): Promise<TicketRow> {
  const contact = await createContact(company.id, { name: 'Maria', number: someNumber(), email: '', extraInfo: [] })
  const user = { id: admin.user.id, name: admin.user.name }
  const made = await createTicket(company.id, { contact, whatsapp, queue: null, user, status: 'open', ...changes })
  if (made.outcome !== 'created') throw new Error(made.outcome)
  return made.ticket
}

const receive = ({ company, whatsapp }: World, ticket: TicketRow, changes: object = {}) =>
  receiveMessage(company.id, ticket.id, whatsapp.id, changes)

describe('forwarding', () => {
  let world: World
  beforeAll(async () => {
    world = await makeWorld()
  })

  const forward = (id: string, ticketId: string, as = world.admin, clientId?: string) =>
    call(messages.forward, { params: { id }, body: { ticketId, ...(clientId ? { clientId } : {}) }, as })
  const listed = async ({ id }: TicketRow) =>
    (await call(messages.list, { params: { ticketId: id }, as: world.admin })).body.messages

  it('says the text in the other conversation, as written by who forwards, and leaves the first as it is', async () => {
    const [from, to] = [await makeTicket(world), await makeTicket(world)]
    const message = await receive(world, from, { body: 'O endereço é *Rua A, 1*' })
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

  it('copies the file: it stays when the first conversation’s is gone', async () => {
    const [from, to] = [await makeTicket(world), await makeTicket(world)]
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
    const [from, to] = [await makeTicket(world), await makeTicket(world)]
    const location = { latitude: -23.5, longitude: -46.6, name: 'Loja' }
    const place = await receive(world, from, { body: '', mediaType: 'locationMessage', location })
    const card = await receive(world, from, { body: 'José', mediaType: 'vcard', vcards: ['BEGIN:VCARD\nEND:VCARD'] })
    expect((await forward(place.id, to.id)).body).toMatchObject({ mediaType: 'locationMessage', location })
    expect((await forward(card.id, to.id)).body).toMatchObject({ mediaType: 'vcard', vcards: card.vcards })
  })

  it('twice with one id is one message, with other content refused', async () => {
    const [from, to] = [await makeTicket(world), await makeTicket(world)]
    const [one, other] = [await receive(world, from), await receive(world, from, { body: 'outra' })]
    const clientId = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => forward(one.id, to.id, world.admin, clientId)))
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await forward(other.id, to.id, world.admin, clientId)).error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
    expect(await listed(to)).toHaveLength(1)
  })

  it('refuses what says nothing, closed conversations and what one may not see, and says nothing then', async () => {
    const [from, to] = [await makeTicket(world), await makeTicket(world)]
    const message = await receive(world, from)
    const missed = await receive(world, from, { body: '', mediaType: 'call_log', call: { video: false } })
    const lost = await receive(world, from, {
      body: '',
      mediaType: 'image',
      media: { kind: 'image', mimetype: 'image/png' },
    })
    for (const { id } of [missed, lost]) expect((await forward(id, to.id)).error).toBe('ERR_FORWARD_WAPP_MSG')
    expect((await forward(newId(), to.id)).error).toBe('ERR_NO_MESSAGE_FOUND')
    expect((await forward(message.id, newId())).error).toBe('ERR_NO_TICKET_FOUND')

    const queue = await makeQueue(world.company.id)
    const ana = await makeUser(world.company.id, { name: 'Ana', queueIds: [] })
    const hidden = await makeTicket(world, { queue, user: null, status: 'pending' })
    const shown = await makeTicket(world, { user: { id: ana.user.id, name: 'Ana' } })
    const secret = await receive(world, hidden)
    const own = await receive(world, shown)
    expect((await forward(secret.id, shown.id, ana)).error).toBe('ERR_NO_PERMISSION')
    expect((await forward(own.id, hidden.id, ana)).error).toBe('ERR_NO_PERMISSION')

    const stranger = await makeWorld()
    const theirs = await makeTicket(stranger)
    const their = await receive(stranger, theirs)
    expect((await forward(their.id, to.id)).error).toBe('ERR_NO_MESSAGE_FOUND')
    expect((await forward(message.id, theirs.id)).error).toBe('ERR_NO_TICKET_FOUND')

    await changeTicket(world.company.id, to.id, () => ({ set: { status: 'closed' } }))
    expect((await forward(message.id, to.id)).error).toBe('ERR_TICKET_CLOSED')
    expect(await listed(to)).toEqual([])
    expect(await listed(hidden)).toHaveLength(1)
  })
})
