import { randomUUID } from 'node:crypto'
import { ticketsArea } from '@balcao/shared/api/index.ts'
import { messageId, newId } from '@balcao/shared/ids.ts'
import { PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  call,
  makeCompany,
  makeUser,
  makeWhatsapp,
  send,
  type TestCompany,
  type TestUser,
} from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { jpeg } from '../../../../test/pictures.ts'
import { commandsOf } from '../../../../test/pipeline-fixture.ts'
import { receiveMessage } from '../../../../test/receive-message.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { someNumber } from '../../../../test/some-number.ts'
import type { WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { changeCompany } from '../../../data/company/company.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { deleteContact } from '../../../data/contacts/contact-removal.ts'
import { saveNumberCheck } from '../../../data/contacts/number-check.ts'
import { failMessage, getMessage } from '../../../data/tickets/message.ts'
import { changeTicket, requireTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { copyObject, readObjectHead, removeObjects } from '../../../integrations/storage.ts'
import { sendMessage } from '../../../messaging/send-message.ts'

const { messages, tickets } = ticketsArea.resources

let company: TestCompany
let admin: TestUser
let whatsapp: WhatsappRow

const openTicket = () => makeTicket(company.id, { whatsapp, user: admin.user, status: 'open' })

beforeAll(async () => {
  company = await makeCompany()
  admin = company.admin
  whatsapp = await makeWhatsapp(company.id, { isDefault: true, status: 'DISCONNECTED' })
})

const write = (ticket: TicketRow, body: object, as = admin) =>
  call(messages.create, { params: { ticketId: ticket.id }, body, as })
const read = async (ticket: TicketRow) =>
  (await call(messages.list, { params: { ticketId: ticket.id }, as: admin })).body.messages

/** Uploads a file with a form of `uploads`, as a browser does. */
async function put(url: string, fields: Record<string, string>, bytes: Buffer): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([new Uint8Array(bytes)], { type: fields['Content-Type'] ?? '' }))
  expect((await fetch(url, { method: 'POST', body: form })).status).toBeLessThan(300)
}

const receive = (ticket: TicketRow, changes: object = {}) => receiveMessage(company.id, ticket.id, whatsapp.id, changes)

describe('writing', () => {
  it('stores at the clock, answers at once and hands it to the session host', async () => {
    const ticket = await openTicket()
    const answer = await write(ticket, { body: 'Bom dia', fromMe: true, read: 1, mediaUrl: '' })
    expect(answer.status).toBe(201)
    expect(answer.body.messages).toMatchObject([
      { body: 'Bom dia', ack: 0, fromMe: true, read: true, origin: 'attendant', user: { id: admin.user.id } },
    ])
    expect(await commandsOf({ connectionId: whatsapp.id })).toMatchObject([
      { type: 'send', to: { number: ticket.contact.number }, content: { body: 'Bom dia' } },
    ])
    expect(await requireTicket(company.id, ticket.id)).toMatchObject({
      lastMessage: 'Bom dia',
      lastMessageFromMe: true,
    })
  })

  it('keeps hostile texts as they are', async () => {
    const ticket = await openTicket()
    const texts = [
      '<img src=x onerror=alert(1)><script>alert(1)</script>',
      '\u202eabc\u2066 \u0000? 👩‍👩‍👧‍👦 مرحبا',
      "'; DROP TABLE tickets; -- {{name}} {{7*7}}",
      'x'.repeat(65_536),
    ]
    for (const body of texts) expect((await write(ticket, { body })).body.messages[0]?.body).toBe(body)
    expect((await read(ticket)).map(({ body }) => body)).toEqual(texts)
  })

  it('refuses what is empty or too long, what answers a message of another ticket, and closed tickets', async () => {
    const ticket = await openTicket()
    const other = await receive(await openTicket())
    expect((await write(ticket, { body: ' \n\t' })).error).toBe('ERR_EMPTY_MESSAGE')
    expect((await write(ticket, {})).error).toBe('ERR_EMPTY_MESSAGE')
    expect((await write(ticket, { body: 'x'.repeat(65_537) })).error).toBe('ERR_VALIDATION')
    expect((await write(ticket, { body: 'x', quotedMsg: other.id })).error).toBe('ERR_NO_MESSAGE_FOUND')
    expect((await write(ticket, { body: 'x', clientId: 'no uuid' })).error).toBe('ERR_VALIDATION')
    const quoted = await receive(ticket)
    const answer = await write(ticket, { body: 'resposta', quotedMsg: { id: quoted.id } })
    expect(answer.body.messages[0]?.quotedMsg).toMatchObject({ id: quoted.id, body: 'oi', fromMe: false })
    await call(tickets.update, {
      params: { id: ticket.id },
      body: { status: 'closed', sendFarewell: false },
      as: admin,
    })
    expect((await write(ticket, { body: 'x' })).error).toBe('ERR_TICKET_CLOSED')
    const stranger = (await makeCompany()).admin
    expect((await write(ticket, { body: 'x' }, stranger)).error).toBe('ERR_NO_TICKET_FOUND')
    const outsider = await makeUser(company.id)
    expect((await write(await openTicket(), { body: 'x' }, outsider)).error).toBe('ERR_NO_PERMISSION')
  })

  it('asks everybody, admins too, to accept a ticket that waits, and stores and sends nothing before', async () => {
    const [ticket, open] = [await openTicket(), await openTicket()]
    const received = await receive(ticket)
    const failed = (await write(ticket, { body: 'Já volto' })).body.messages[0]!
    const row = await getMessage(company.id, failed.id)
    await failMessage(row!, 'ERR_SENDING_WAPP_MSG')
    const source = (await write(open, { body: 'A chave está na portaria' })).body.messages[0]!
    await changeTicket(company.id, ticket.id, () => ({ set: { status: 'pending', user: null } }))
    const before = await rowsOf(company.id)
    const params = { id: received.id }
    const small = { fileName: 'a.png', mimetype: 'image/png', size: 10 }
    const attempts = () => [
      write(ticket, { body: 'Oi' }),
      write(ticket, { body: 'Oi', clientId: crypto.randomUUID() }),
      call(messages.create, {
        params: { ticketId: ticket.id },
        body: {},
        files: [{ fileName: 'a.txt', mimetype: 'text/plain', bytes: Buffer.from('a') }],
        as: admin,
      }),
      call(messages.upload, { params: { ticketId: ticket.id }, body: small, as: admin }),
      call(messages.forward, { params: { id: source.id }, body: { ticketId: ticket.id }, as: admin }),
      call(messages.react, { params, body: { emoji: '👍' }, as: admin }),
      call(messages.retry, { params: { id: failed.id }, as: admin }),
    ]
    for (const answer of await Promise.all(attempts()))
      expect([answer.status, answer.error]).toEqual([422, 'ERR_TICKET_NOT_ACCEPTED'])
    expect(await rowsOf(company.id)).toEqual(before)
    const accepted = { status: 'open' as const, userId: admin.user.id }
    expect((await call(tickets.update, { params: { id: ticket.id }, body: accepted, as: admin })).status).toBe(200)
    for (const { status } of await Promise.all(attempts())) expect(status).toBeLessThan(300)
  })

  it('is refused when the ticket goes back to the queue between the look and the write', async () => {
    const ticket = await openTicket()
    await changeTicket(company.id, ticket.id, () => ({ set: { status: 'pending', user: null } }))
    const content = { kind: 'text' as const, body: 'Oi' }
    const seen = { ticket, content, origin: 'attendant' as const }
    await expect(sendMessage({ companyId: company.id }, { ...seen, acceptedOnly: true })).rejects.toMatchObject({
      code: 'ERR_TICKET_NOT_ACCEPTED',
    })
    // What is no person's goes out all the same.
    expect((await sendMessage({ companyId: company.id }, seen)).message.body).toBe('Oi')
  })

  it('is one message however often the same client id comes', async () => {
    const ticket = await openTicket()
    const clientId = crypto.randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => write(ticket, { body: 'uma vez', clientId })))
    expect(new Set(answers.map(({ body }) => body.messages[0]?.id)).size).toBe(1)
    expect(await read(ticket)).toHaveLength(1)
  })
})

describe('a client id that comes again', () => {
  const reused = [409, 'ERR_IDEMPOTENCY_KEY_REUSED']
  const outcome = ({ status, error }: { status: number; error: unknown }) => [status, error]

  it('with other content is refused, and nothing of it is stored or sent', async () => {
    const ticket = await openTicket()
    const quoted = await receive(ticket)
    const clientId = randomUUID()
    const first = await write(ticket, { body: 'uma', clientId })
    expect(first.status).toBe(201)
    await commandsOf({ connectionId: whatsapp.id })
    const other = await openTicket()
    for (const answer of [
      await write(ticket, { body: 'outra', clientId }),
      await write(ticket, { body: 'uma', clientId, quotedMsg: quoted.id }),
      await write(other, { body: 'uma', clientId }),
    ])
      expect(outcome(answer)).toEqual(reused)
    expect(await commandsOf({ connectionId: whatsapp.id })).toEqual([])
    expect((await read(ticket)).map(({ body }) => body)).toEqual(['oi', 'uma'])
    expect(await read(other)).toEqual([])
  })

  it('among calls at once is one message, and refused with the others', async () => {
    const ticket = await openTicket()
    const clientId = randomUUID()
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, i) => write(ticket, { body: `${i % 2}`, clientId })),
    )
    const [stored] = await read(ticket)
    expect(await read(ticket)).toHaveLength(1)
    for (const [i, answer] of answers.entries())
      expect(outcome(answer)).toEqual(`${i % 2}` === stored!.body ? [201, undefined] : reused)
  })

  it('with the same content is the same message, also after it was edited', async () => {
    const ticket = await openTicket()
    const clientId = randomUUID()
    const [message] = (await write(ticket, { body: 'antes', clientId })).body.messages
    await call(messages.update, { params: { id: message!.id }, body: { body: 'depois' }, as: admin })
    const again = await write(ticket, { body: 'antes', clientId })
    expect(again.body.messages).toMatchObject([{ id: message!.id, body: 'depois', isEdited: true }])
    expect(outcome(await write(ticket, { body: 'depois', clientId }))).toEqual(reused)
  })

  it('with the same file is the same message, by whichever key it was uploaded again', async () => {
    const ticket = await openTicket()
    const clientId = randomUUID()
    const prepare = async (bytes: Buffer) => {
      const body = { fileName: 'a.png', mimetype: 'image/png', size: bytes.length }
      const form = (await call(messages.upload, { params: { ticketId: ticket.id }, body, as: admin })).body
      await put(form.url, form.fields, bytes)
      return { key: form.key, fileName: 'a.png', mimetype: 'image/png' }
    }
    const ids = async (upload: object) => (await write(ticket, { uploads: [upload], clientId })).body.messages
    const first = await ids(await prepare(PNG))
    expect(await ids(await prepare(PNG))).toMatchObject([{ id: first[0]!.id }])
    const other = await prepare(Buffer.concat([PNG, Buffer.from('x')]))
    expect(outcome(await write(ticket, { uploads: [other], clientId }))).toEqual(reused)
    const renamed = { ...(await prepare(PNG)), fileName: 'b.png' }
    expect(outcome(await write(ticket, { uploads: [renamed], clientId }))).toEqual(reused)
  })

  it('with files in a form goes by their bytes too', async () => {
    const ticket = await openTicket()
    const clientId = randomUUID()
    const form = (bytes: Buffer) =>
      call(messages.create, {
        params: { ticketId: ticket.id },
        body: { clientId },
        files: [{ fileName: 'a.csv', mimetype: 'text/csv', bytes }],
        as: admin,
      })
    const first = await form(Buffer.from('a;b'))
    expect((await form(Buffer.from('a;b'))).body.messages[0]?.id).toBe(first.body.messages[0]!.id)
    expect(outcome(await form(Buffer.from('a;c')))).toEqual(reused)
  })

  it.each([
    ['an empty caption', { caption: '' }, 1],
    ['a caption', { caption: 'legenda' }, 1],
    ['no caption', {}, 2],
  ])('with a voice note that has %s, beside a text, is the same after the closing', async (_, captioned, count) => {
    const ticket = await openTicket()
    const bytes = Buffer.from('OggS and some sound')
    const body = { fileName: 'nota.ogg', mimetype: 'audio/ogg', size: bytes.length }
    const form = (await call(messages.upload, { params: { ticketId: ticket.id }, body, as: admin })).body
    await put(form.url, form.fields, bytes)
    const upload = { key: form.key, fileName: 'nota.ogg', mimetype: 'audio/ogg', ...captioned }
    const send = { body: 'um texto', uploads: [upload], clientId: randomUUID() }
    const first = await write(ticket, send)
    expect(first.body.messages).toHaveLength(count)
    await changeTicket(company.id, ticket.id, () => ({ set: { status: 'closed' } }))
    const again = await write(ticket, send)
    expect(outcome(again)).toEqual([201, undefined])
    expect(again.body.messages.map(({ id }) => id)).toEqual(first.body.messages.map(({ id }) => id))
  })
})

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('attachments', () => {
  it('come with a form: one message each, behind a signed link', async () => {
    const ticket = await openTicket()
    const answer = await call(messages.create, {
      params: { ticketId: ticket.id },
      body: { body: 'veja' },
      files: [
        { fileName: 'foto 1.png', mimetype: 'image/png', bytes: PNG },
        { fileName: 'tabela.csv', mimetype: 'text/csv', bytes: Buffer.from('a;b\n1;2') },
      ],
      as: admin,
    })
    expect(answer.body.messages).toMatchObject([
      { mediaType: 'image', body: 'veja', media: { mimetype: 'image/png', size: PNG.length } },
      { mediaType: 'application', body: '', media: { fileName: 'tabela.csv' } },
    ])
    const [image, document] = answer.body.messages
    const shown = await fetch(image!.mediaUrl!)
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(PNG)
    expect(shown.headers.get('content-type')).toBe('image/png')
    expect(shown.headers.get('content-disposition')).toMatch(/^inline/)
    const saved = await fetch(document!.mediaUrl!)
    expect(saved.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(saved.headers.get('content-type')).toBe('application/octet-stream')
    expect((await fetch(image!.mediaUrl!.replace(/X-Amz-Signature=./, 'X-Amz-Signature=_'))).status).toBe(403)
  })

  it.each(['image/x+xml', 'audio/x+xml', 'IMAGE/vnd.x+XML; q=1', 'video/html'])(
    'of a type that is not shown, such as %s, are a download of unknown type',
    async mimetype => {
      const ticket = await openTicket()
      const bytes = Buffer.from('OggS')
      const answer = await call(messages.create, {
        params: { ticketId: ticket.id },
        body: {},
        files: [{ fileName: 'arquivo', mimetype, bytes }],
        as: admin,
      })
      const saved = await fetch(answer.body.messages[0]!.mediaUrl!)
      expect(saved.headers.get('content-disposition')).toMatch(/^attachment/)
      expect(saved.headers.get('content-type')).toBe('application/octet-stream')
    },
  )

  it('are refused when they are not what they are said to be', async () => {
    const ticket = await openTicket()
    const upload = (fileName: string, mimetype: string, bytes: Uint8Array) =>
      call(messages.create, {
        params: { ticketId: ticket.id },
        body: {},
        files: [{ fileName, mimetype, bytes }],
        as: admin,
      })
    const html = Buffer.from('<!doctype html><script>alert(1)</script>')
    for (const answer of [
      await upload('a.html', 'text/html', html),
      await upload('a.svg', 'image/svg+xml', Buffer.from('<svg onload=alert(1)>')),
      await upload('a.png', 'image/png', html),
      await upload('a.png', 'image/png', PNG.subarray(0, 20)),
      await upload('a.pdf', 'application/pdf', html),
      await upload('a.mp3', 'audio/mpeg', PNG),
    ])
      expect(answer.error).toBe('ERR_UPLOAD_TYPE')
    const bomb = jpeg(8001, 5000, 100_000)
    expect((await upload('a.jpg', 'image/jpeg', bomb)).error).toBe('ERR_PICTURE_TOO_LARGE')
    const large = Buffer.alloc(4_500_001)
    expect((await upload('a.bin', 'application/octet-stream', large)).error).toBe('ERR_UPLOAD_TOO_LARGE')
    expect(await read(ticket)).toEqual([])
  })

  it('come through the bucket: a signed form, then a message that names the key', async () => {
    const ticket = await openTicket()
    const ask = (body: { fileName: string; mimetype: string; size: number }) =>
      call(messages.upload, { params: { ticketId: ticket.id }, body, as: admin })
    expect((await ask({ fileName: 'a.png', mimetype: 'image/png', size: 16 * 2 ** 20 + 1 })).error).toBe(
      'ERR_UPLOAD_TOO_LARGE',
    )
    expect((await ask({ fileName: 'a.svg', mimetype: 'image/svg+xml', size: 10 })).error).toBe('ERR_UPLOAD_TYPE')
    expect((await ask({ fileName: 'a.zip', mimetype: 'application/zip', size: 65 * 2 ** 20 })).status).toBe(400)

    const { key, url, fields } = (await ask({ fileName: 'a.png', mimetype: 'image/png', size: PNG.length })).body
    const upload = { key, fileName: 'a.png', mimetype: 'image/png' }
    expect((await write(ticket, { uploads: [upload] })).error).toBe('ERR_UPLOAD_MISSING')
    await put(url, fields, PNG)
    expect((await readObjectHead(key, 1))?.size).toBe(PNG.length)
    const other = await openTicket()
    for (const [where, given] of [
      [other, upload],
      [ticket, { ...upload, key: `${newId()}/media/${ticket.id}/x` }],
      [ticket, { ...upload, key: `uploads/${newId()}/media/${ticket.id}/x` }],
      [ticket, { ...upload, key: `uploads/${company.id}/media/${ticket.id}/../${other.id}/x` }],
    ] as const)
      expect((await write(where, { uploads: [given] })).error).toBe('ERR_UPLOAD_MISSING')
    expect((await write(ticket, { uploads: [{ ...upload, mimetype: 'audio/mpeg' }] })).error).toBe('ERR_UPLOAD_TYPE')
    const sent = await write(ticket, { body: 'legenda', uploads: [upload] })
    expect(sent.body.messages).toMatchObject([{ mediaType: 'image', body: 'legenda', media: { fileName: 'a.png' } }])
  })

  it('are kept elsewhere than they were prepared, which expires, and stay as they were sent', async () => {
    const ticket = await openTicket()
    const prepare = async () => {
      const body = { fileName: 'a.png', mimetype: 'image/png', size: PNG.length }
      const form = (await call(messages.upload, { params: { ticketId: ticket.id }, body, as: admin })).body
      await put(form.url, form.fields, PNG)
      return form
    }
    const [used, unused] = [await prepare(), await prepare()]
    const clientId = randomUUID()
    const uploads = [{ key: used.key, fileName: 'a.png', mimetype: 'image/png' }]
    const first = await write(ticket, { uploads, clientId })
    const { key } = (await getMessage(company.id, first.body.messages[0]!.id))!.media!
    for (const prepared of [used, unused]) expect(prepared.key).toMatch(new RegExp(`^${PREPARED_UPLOADS}`))
    expect(key).toMatch(new RegExp(`^${company.id}/media/${ticket.id}/`))

    // The form is good for some minutes more: what was sent is not touched by it.
    const changed = Buffer.concat([PNG, Buffer.from('other')])
    await put(used.url, used.fields, changed)
    expect((await write(ticket, { uploads })).status).toBe(201)
    expect((await readObjectHead(key!, 1))?.size).toBe(PNG.length)

    // The clearing away of the prepared one changes nothing for a repeated call.
    await removeObjects([used.key])
    const again = await write(ticket, { uploads, clientId })
    expect(again.body.messages.map(({ id }) => id)).toEqual(first.body.messages.map(({ id }) => id))
    expect((await readObjectHead(key!, 1))?.size).toBe(PNG.length)
  })

  it('are not kept when they change while they are looked at', async () => {
    const ticket = await openTicket()
    const body = { fileName: 'a.png', mimetype: 'image/png', size: PNG.length }
    const form = (await call(messages.upload, { params: { ticketId: ticket.id }, body, as: admin })).body
    await put(form.url, form.fields, PNG)
    const { etag } = (await readObjectHead(form.key, 1))!
    await put(form.url, form.fields, Buffer.concat([PNG, PNG]))
    const to = `${company.id}/media/${ticket.id}/${newId()}`
    expect(await copyObject(form.key, to, etag)).toBe(false)
    expect(await copyObject(`${form.key}-gone`, to, etag)).toBe(false)
    expect(await readObjectHead(to, 1)).toBeUndefined()
  })
})

describe('own messages', () => {
  it('are edited within 15 minutes', async () => {
    const ticket = await openTicket()
    const [message] = (await write(ticket, { body: 'antes' })).body.messages
    const edit = (id: string, body: string) => call(messages.update, { params: { id }, body: { body }, as: admin })
    expect((await edit(message!.id, 'depois')).body).toMatchObject({
      body: 'depois',
      isEdited: true,
      earlierBodies: ['antes'],
    })
    expect((await edit(message!.id, '  ')).error).toBe('ERR_VALIDATION')
    expect((await edit((await receive(ticket)).id, 'x')).error).toBe('ERR_EDIT_WAPP_MSG')
    const old = await receive(ticket, {
      fromMe: true,
      origin: 'attendant',
      id: await messageId(whatsapp.id, newId(), Date.now() - 16 * 60_000),
    })
    expect((await edit(old.id, 'x')).error).toBe('ERR_EDIT_WAPP_MSG')
    expect((await edit(newId(), 'x')).error).toBe('ERR_NO_MESSAGE_FOUND')
    const alias = await send('POST', `/messages/edit/${message!.id}`, {
      as: admin,
      headers: { 'content-type': 'application/json' },
      text: JSON.stringify({ body: 'de novo' }),
    })
    expect(alias.status).toBe(200)
    const stranger = (await makeCompany()).admin
    const foreign = await call(messages.update, { params: { id: message!.id }, body: { body: 'x' }, as: stranger })
    expect(foreign.error).toBe('ERR_NO_MESSAGE_FOUND')
  })

  it('are edited where they have words: a caption goes to the phone with its medium', async () => {
    const ticket = await openTicket()
    const media = { kind: 'image' as const, mimetype: 'image/png', key: `${company.id}/media/${newId()}`, size: 3 }
    const own = (changes: object) => receive(ticket, { fromMe: true, origin: 'attendant', ...changes })
    const edit = (id: string) => call(messages.update, { params: { id }, body: { body: 'R$ 12' }, as: admin })
    const photo = await own({ mediaType: 'image', media, body: 'R$ 10' })
    expect((await edit(photo.id)).body).toMatchObject({ body: 'R$ 12', earlierBodies: ['R$ 10'], mediaType: 'image' })
    const { whatsappMessageId } = photo
    expect(await commandsOf({ connectionId: whatsapp.id })).toContainEqual(
      expect.objectContaining({ type: 'edit', whatsappMessageId, body: 'R$ 12', media }),
    )
    for (const changes of [
      { mediaType: 'image', media, body: '' },
      { mediaType: 'audio', media: { ...media, kind: 'audio' }, body: '' },
      { mediaType: 'locationMessage', location: { latitude: 1, longitude: 2 }, body: 'Loja' },
      { mediaType: 'poll', body: 'Cor?' },
    ])
      expect((await edit((await own(changes)).id)).error, changes.mediaType).toBe('ERR_EDIT_KIND')
    const lost = await own({ mediaType: 'image', media: { ...media, key: undefined }, body: 'R$ 10' })
    expect((await edit(lost.id)).error).toBe('ERR_EDIT_WAPP_MSG')
  })

  it('are deleted within 48 hours, once, and say nothing afterwards', async () => {
    const ticket = await openTicket()
    const [message] = (await write(ticket, { body: 'segredo' })).body.messages
    const remove = (id: string) => call(messages.remove, { params: { id }, as: admin })
    expect((await remove(message!.id)).body).toMatchObject({ isDeleted: true, body: '' })
    expect((await remove(message!.id)).status).toBe(200)
    expect((await read(ticket)).map(({ body, isDeleted }) => [body, isDeleted])).toEqual([['', true]])
    expect((await remove((await receive(ticket)).id)).error).toBe('ERR_DELETE_WAPP_MSG')
    const old = await receive(ticket, {
      fromMe: true,
      origin: 'attendant',
      id: await messageId(whatsapp.id, newId(), Date.now() - 49 * 3_600_000),
    })
    expect((await remove(old.id)).error).toBe('ERR_DELETE_WAPP_MSG')
  })

  it('leave again after a failure, under the same id', async () => {
    const ticket = await openTicket()
    const [message] = (await write(ticket, { body: 'falhou' })).body.messages
    const row = (await getMessage(company.id, message!.id))!
    const retry = (id: string) => call(messages.retry, { params: { id }, as: admin })
    expect((await retry(message!.id)).body.error).toBeNull()
    await failMessage(row, 'ERR_SENDING_WAPP_MSG')
    expect((await retry(message!.id)).body).toMatchObject({ id: message!.id, error: null, ack: 0 })
    const lost = await receive(ticket, { mediaType: 'image', error: 'ERR_WAPP_DOWNLOAD_MEDIA' })
    expect((await retry(lost.id)).error).toBe('ERR_FETCH_WAPP_MSG')
  })
})

describe('the public API', () => {
  const authorizer = () => ({ companyId: company.id, connectionId: whatsapp.id })
  const post = (body: object, headers: Record<string, string> = {}) =>
    call(messages.send, { body: body as never, headers, authorizer: authorizer() })

  it('writes to a number: contact and ticket found or made', async () => {
    const number = someNumber()
    expect((await post({ number, body: 'oi' })).error).toBe('ERR_WAPP_CHECK_CONTACT')
    expectLogged('ERR_WAPP_CHECK_CONTACT', 1)
    await saveNumberCheck(company.id, number, { exists: true, number, lid: null })
    const first = await post({ number, body: 'Seu pedido saiu' })
    expect(first.status).toBe(202)
    expect(first.body.ack).toBe(0)
    const second = await post({ number, body: 'Chegou' })
    expect(second.body.ticketId).toBe(first.body.ticketId)
    const ticket = await requireTicket(company.id, first.body.ticketId)
    expect(ticket).toMatchObject({ status: 'pending', unreadMessages: 0, lastMessage: 'Chegou' })
    expect(await findContactByNumber(company.id, number)).toMatchObject({ isWhatsappValid: true })
    expect((await read(ticket)).map(({ origin, user }) => [origin, user])).toEqual([
      ['api', null],
      ['api', null],
    ])
  })

  it('loses nothing to whoever closes the ticket, or deletes the contact, at that moment', async () => {
    const number = someNumber()
    await saveNumberCheck(company.id, number, { exists: true, number, lid: null })
    for (let round = 0; round < 3; round++) {
      const { ticketId } = (await post({ number, body: 'antes' })).body
      const { contact } = await requireTicket(company.id, ticketId)
      const sending = Array.from({ length: 20 }, (_, i) => post({ number, body: `agora ${i}` }))
      // Among them, not before and not after.
      await Promise.any(sending)
      await changeTicket(company.id, ticketId, () => ({ set: { status: 'closed' } }))
      await deleteContact(company.id, contact.id, company.admin.user).catch(() => undefined)
      for (const [i, sent] of (await Promise.all(sending)).entries()) {
        expect([sent.status, sent.error]).toEqual([202, undefined])
        expect(await getMessage(company.id, sent.body.id)).toMatchObject({ body: `agora ${i}` })
      }
    }
  })

  it('knows a repeated key, from the header or the body', async () => {
    const number = someNumber()
    await saveNumberCheck(company.id, number, { exists: true, number, lid: null })
    const answers = [
      await post({ number, body: 'um' }, { 'Idempotency-Key': 'k1' }),
      await post({ number, body: 'um' }, { 'Idempotency-Key': 'k1', 'x-other': '1' }),
      await post({ number, body: 'um', id: 'k1' }),
    ]
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    expect((await post({ number, body: 'dois', id: 'k2' })).body.id).not.toBe(answers[0]!.body.id)
    const spelled = `+${number.slice(0, 2)} (${number.slice(2, 4)}) ${number.slice(4)}`
    expect((await post({ number: spelled, body: 'um', id: 'k1' })).body.id).toBe(answers[0]!.body.id)
    expect((await post({ number, body: 'x' }, { 'Idempotency-Key': 'k'.repeat(101) })).error).toBe('ERR_VALIDATION')
  })

  it('refuses a key that comes again with other content', async () => {
    const [number, other] = [someNumber(), someNumber()]
    for (const each of [number, other])
      await saveNumberCheck(company.id, each, { exists: true, number: each, lid: null })
    const key = { 'Idempotency-Key': randomUUID() }
    const file = (bytes: string, name = 'a.csv') => [
      { fileName: name, mimetype: 'text/csv', bytes: Buffer.from(bytes) },
    ]
    const form = (files: ReturnType<typeof file>) =>
      call(messages.send, { body: { number, body: 'um' } as never, headers: key, authorizer: authorizer(), files })
    const first = await form(file('a;b'))
    expect(first.status).toBe(202)
    expect((await form(file('a;b'))).body.id).toBe(first.body.id)
    for (const answer of [
      await form(file('a;c')),
      await form(file('a;b', 'b.csv')),
      await post({ number, body: 'um' }, key),
      await post({ number, body: 'dois' }, key),
      await post({ number: other, body: 'um' }, key),
      await post({ number, body: 'dois', id: key['Idempotency-Key'] }),
    ])
      expect([answer.status, answer.raw]).toEqual([409, { error: 'ERR_IDEMPOTENCY_KEY_REUSED' }])
    expect(await read(await requireTicket(company.id, first.body.ticketId))).toHaveLength(1)
    expect(await findContactByNumber(company.id, other)).toBeUndefined()

    const at = { 'Idempotency-Key': randomUUID() }
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => post({ number, body: `${i % 2}` }, at)))
    const sent = answers.filter(({ status }) => status === 202)
    expect(new Set(sent.map(({ body }) => body.id)).size).toBe(1)
    expect(answers.filter(({ error }) => error === 'ERR_IDEMPOTENCY_KEY_REUSED')).toHaveLength(6 - sent.length)
    expect(sent.length).toBeLessThanOrEqual(3)
  })

  it('refuses numbers without an account, empty messages, and callers without the plan or a token', async () => {
    const number = someNumber()
    await saveNumberCheck(company.id, number, { exists: false, number, lid: null })
    expect((await post({ number, body: 'oi' })).error).toBe('ERR_WAPP_INVALID_CONTACT')
    expect((await post({ number, body: ' ' })).error).toBe('ERR_EMPTY_MESSAGE')
    expect((await post({ number: 'abc', body: 'oi' })).error).toBe('ERR_VALIDATION')
    expect((await call(messages.send, { body: { number, body: 'oi' } })).status).toBe(401)
    const poor = await makeCompany({ plan: { useExternalApi: false } })
    const connection = await makeWhatsapp(poor.id)
    const refused = await call(messages.send, {
      body: { number, body: 'oi' },
      authorizer: { companyId: poor.id, connectionId: connection.id },
    })
    expect(refused.error).toBe('ERR_PLAN_FEATURE')
  })

  it('refuses a company past its due date, and one that is disabled', async () => {
    const number = someNumber()
    const dueDate = new Date(Date.now() - 1000).toISOString()
    const late = await makeCompany({ dueDate })
    await saveNumberCheck(late.id, number, { exists: true, number, lid: null })
    const connection = await makeWhatsapp(late.id)
    const ask = () =>
      call(messages.send, {
        body: { number, body: 'oi' },
        authorizer: { companyId: late.id, connectionId: connection.id },
      })
    const refused = await ask()
    expect([refused.status, refused.raw]).toEqual([402, { error: 'ERR_COMPANY_EXPIRED', dueDate }])
    expect(await findContactByNumber(late.id, number)).toBeUndefined()
    await changeCompany(late.id, { dueDate: new Date(Date.now() + 86_400_000).toISOString() })
    expect((await ask()).status).toBe(202)
    await changeCompany(late.id, { status: false })
    expect((await ask()).error).toBe('ERR_COMPANY_DISABLED')
  })
})
