import { randomUUID } from 'node:crypto'
import { company as companyArea, team, ticketsArea } from '@balcao/shared/api/index.ts'
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
import { makeTicket } from '../../../../test/make-ticket.ts'
import { jpeg } from '../../../../test/pictures.ts'
import { commandsOf } from '../../../../test/pipeline-fixture.ts'
import { receiveMessage } from '../../../../test/receive-message.ts'
import { saveSetting } from '../../../data/company/setting.ts'
import { getMessage } from '../../../data/tickets/message.ts'
import { wordsOfMessage } from '../../../data/tickets/message-words.ts'
import { requireTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { sendMessage } from '../../../messaging/send-message.ts'

const { macros, messages, ticketNotes } = ticketsArea.resources
const { queue: queueRoutes, users } = team.resources
const { settings } = companyArea.resources

let company: TestCompany
let ana: TestUser
let queue: Awaited<ReturnType<typeof makeQueue>>
let whatsapp: Awaited<ReturnType<typeof makeWhatsapp>>

beforeAll(async () => {
  company = await makeCompany()
  whatsapp = await makeWhatsapp(company.id, { isDefault: true, status: 'DISCONNECTED' })
  queue = await makeQueue(company.id)
  ana = await makeUser(company.id, { name: 'Ana', queueIds: [queue.id] })
})

const openTicket = (by: TestUser = ana) => makeTicket(company.id, { whatsapp, queue, user: by.user, status: 'open' })

const sign = (value: 'off' | 'always' | 'byHand') => saveSetting(company.id, 'signMessages', value)
const write = (ticket: TicketRow, body: object, as = ana) =>
  call(messages.create, { params: { ticketId: ticket.id }, body, as })
const bodyOf = async (ticket: TicketRow, body: object, as = ana) =>
  (await write(ticket, body, as)).body.messages.map(message => message.body)
const sentTo = async (ticket: TicketRow) =>
  (await commandsOf({ connectionId: whatsapp.id })).filter(
    command => 'to' in command && command.to.number === ticket.contact.number,
  )
const change = (signature: string, as = ana) =>
  call(users.update, { as, params: { id: ana.user.id }, body: { signature } })
const changeQueue = (signature: string) =>
  call(queueRoutes.update, { as: company.admin, params: { id: queue.id }, body: { signature } })

describe('the signature of messages', () => {
  it('is off until the company wants it; then it is the person’s own, the queue’s, or the name', async () => {
    const ticket = await openTicket()
    expect(await bodyOf(ticket, { body: 'Texto', sign: true })).toEqual(['Texto'])
    await sign('always')
    expect(await bodyOf(ticket, { body: 'Texto' })).toEqual(['*Ana:*\nTexto'])
    expect((await changeQueue('{{user}}, {{queue}}')).body.signature).toBe('{{user}}, {{queue}}')
    expect(await bodyOf(ticket, { body: 'Texto' })).toEqual([`*Ana, ${queue.name}:*\nTexto`])
    expect((await change('  Aninha\nPadaria ')).body.signature).toBe('Aninha\nPadaria')
    await expect.poll(() => bodyOf(ticket, { body: 'Texto' })).toEqual(['*Aninha*\n*Padaria:*\nTexto'])
    expect((await call(users.get, { as: ana, params: { id: ana.user.id } })).body.signature).toBe('Aninha\nPadaria')
    // Variables that come to nothing are no signature.
    await change('{{field.Nada}}')
    await call(users.update, { as: company.admin, params: { id: ana.user.id }, body: { signature: '** ' } })
    await changeQueue('')
    await expect.poll(() => bodyOf(ticket, { body: 'Texto' })).toEqual(['*Ana:*\nTexto'])
    await change('')
    expect((await sentTo(ticket)).at(-1)).toMatchObject({ type: 'send', content: { body: '*Ana:*\nTexto' } })
  })

  it('is of each message that asks for it, where attendants choose', async () => {
    await sign('byHand')
    const ticket = await openTicket()
    expect(await bodyOf(ticket, { body: 'Um' })).toEqual(['Um'])
    expect(await bodyOf(ticket, { body: 'Dois', sign: true })).toEqual(['*Ana:*\nDois'])
    expect(await bodyOf(ticket, { body: 'Três', sign: 'false' })).toEqual(['Três'])
    await sign('always')
  })

  it('stands before captions, and never alone', async () => {
    const ticket = await openTicket()
    const file = { fileName: 'a.jpg', mimetype: 'image/jpeg', bytes: jpeg() }
    const send = (body: object) =>
      call(messages.create, { params: { ticketId: ticket.id }, as: ana, body, files: [file] as never })
    expect((await send({ body: 'Veja' })).body.messages).toMatchObject([
      { body: '*Ana:*\nVeja', signature: '*Ana:*', mediaType: 'image' },
    ])
    const [bare] = (await send({})).body.messages
    expect(bare).toMatchObject({ body: '' })
    expect(bare).not.toHaveProperty('signature')
  })

  it('stays out of previews, quotations and the search', async () => {
    const ticket = await openTicket()
    const [message] = (await write(ticket, { body: 'O pão saiu' })).body.messages
    expect((await requireTicket(company.id, ticket.id)).lastMessage).toBe('O pão saiu')
    const [answer] = (await write(ticket, { body: 'Ainda quente', quotedMsg: message!.id })).body.messages
    expect(answer).toMatchObject({ body: '*Ana:*\nAinda quente', quotedMsg: { body: 'O pão saiu' } })
    expect(wordsOfMessage((await getMessage(company.id, message!.id))!)).not.toContain('ana')
    const theirs = await receiveMessage(company.id, ticket.id, whatsapp.id, { body: 'Quero dois' })
    expect((await write(ticket, { body: 'Já vai', quotedMsg: theirs.id })).body.messages).toMatchObject([
      { quotedMsg: { body: 'Quero dois' } },
    ])
    const forwarded = await call(messages.forward, {
      as: ana,
      params: { id: theirs.id },
      body: { ticketId: (await openTicket()).id },
    })
    expect(forwarded.body).toMatchObject({ body: 'Quero dois' })
  })

  it('is kept by an edit, which neither doubles it nor leaves it alone', async () => {
    const ticket = await openTicket()
    const [message] = (await write(ticket, { body: 'Bom día' })).body.messages
    const edit = async (body: string) =>
      (await call(messages.update, { as: ana, params: { id: message!.id }, body: { body } })).body.body
    expect(await edit('Bom dia')).toBe('*Ana:*\nBom dia')
    expect((await sentTo(ticket)).at(-1)).toMatchObject({ type: 'edit', body: '*Ana:*\nBom dia' })
    await change('Outra')
    expect(await edit('Boa tarde')).toBe('*Ana:*\nBoa tarde')
    expect(await edit('*Ana:*\nBoa noite')).toBe('*Ana:*\nBoa noite')
    expect((await requireTicket(company.id, ticket.id)).lastMessage).toBe('Boa noite')
    await change('')
    await sign('off')
    expect(await edit('Até mais')).toBe('*Ana:*\nAté mais')
    await sign('always')
  })

  it('is the same when a call is repeated, whatever it would be by now', async () => {
    const ticket = await openTicket()
    const clientId = randomUUID()
    const first = (await write(ticket, { body: 'Uma vez', clientId })).body.messages
    await change('Outra')
    await sign('off')
    const again = (await write(ticket, { body: 'Uma vez', clientId })).body.messages
    expect(again.map(({ id, body }) => [id, body])).toEqual([[first[0]!.id, '*Ana:*\nUma vez']])
    const bodies = (await sentTo(ticket)).flatMap(command => (command.type === 'send' ? [command.content] : []))
    expect(new Set(bodies.map(content => 'body' in content && content.body))).toEqual(new Set(['*Ana:*\nUma vez']))
    await change('')
    await sign('always')
  })

  it('is of a macro’s own words and shown before, not of bots, notes and automatic texts', async () => {
    const ticket = await openTicket()
    const macro = await call(macros.create, {
      as: ana,
      body: { name: 'Oi', shared: false, actions: [{ type: 'reply', text: 'Olá, {{firstName}}' }] },
    })
    const given = { as: ana, params: { id: macro.body.id }, body: { ticketId: ticket.id } }
    expect((await call(macros.preview, given)).body.actions).toMatchObject([{ text: '*Ana:*\nOlá, Maria' }])
    await call(macros.run, { ...given, headers: { 'idempotency-key': randomUUID() } })
    const bot = await sendMessage(
      { companyId: company.id },
      {
        ticket: await requireTicket(company.id, ticket.id),
        content: { kind: 'text', body: 'Do robô' },
        origin: 'bot',
      },
    )
    expect(bot.message.body).toBe('Do robô')
    const listed = await call(messages.list, { as: ana, params: { ticketId: ticket.id } })
    expect(listed.body.messages.map(({ body }) => body)).toEqual(['*Ana:*\nOlá, Maria', 'Do robô'])
    const note = await call(ticketNotes.create, {
      as: ana,
      body: { note: 'Ligar', ticketId: ticket.id, contactId: ticket.contact.id },
    })
    expect(note.body.note).toBe('Ligar')
  })

  it('refuses bad input, and changes nothing', async () => {
    const ticket = await openTicket()
    const long = 'x'.repeat(4097)
    const bea = await makeUser(company.id, { name: 'Bea' })
    const refused = [
      await change(long),
      await change(null as never),
      await changeQueue(long),
      await call(settings.update, { as: company.admin, params: { key: 'signMessages' }, body: { value: 'enabled' } }),
      await write(ticket, { body: 'x', sign: 'talvez' }),
    ]
    expect(refused.map(({ error }) => error)).toEqual(Array(5).fill('ERR_VALIDATION'))
    expect((await change('Falsa', bea)).error).toBe('ERR_NO_PERMISSION')
    expect(await bodyOf(ticket, { body: 'Texto' })).toEqual(['*Ana:*\nTexto'])
  })
})
