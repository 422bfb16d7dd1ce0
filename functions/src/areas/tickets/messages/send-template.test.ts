import { fields } from '@balcao/shared/api/company/fields.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import type { TemplateComponent } from '@balcao/shared/entities/template.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { cloudNumber } from '../../../../test/cloud-number.ts'
import { call, makeCompany, makeUser, makeWhatsapp, type TestCompany } from '../../../../test/harness.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { makeTemplate } from '../../../../test/make-template.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { jpeg, png } from '../../../../test/pictures.ts'
import { rowsOf } from '../../../../test/rows-of.ts'
import { someNumber } from '../../../../test/some-number.ts'
import { type MetaTemplate, saveTemplate, type TemplateRow } from '../../../data/channels/template.ts'
import type { WhatsappRow } from '../../../data/channels/whatsapp.ts'
import { getMessage } from '../../../data/tickets/message.ts'
import { changeTicket, requireTicket } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { contentOf } from '../../../messaging/outgoing.ts'

let company: TestCompany
let connection: WhatsappRow
let template: TemplateRow
const account = '77'
const variables = { order_number: '1001', first_name: 'Ana' }

beforeAll(async () => {
  company = await makeCompany()
  connection = await makeWhatsapp(company.id, cloudNumber(account, { status: 'CONNECTED', number: '5511900000000' }))
  template = await makeTemplate(company.id, account)
})

async function openTicket(whatsapp = connection, name = 'Maria da Silva'): Promise<TicketRow> {
  const contact = await makeContact(company.id, { name })
  return makeTicket(company.id, { contact, whatsapp, user: company.admin.user, status: 'open' })
}

const named = (changes: object = {}) => ({ name: template.name, language: template.language, variables, ...changes })
const write = (ticket: TicketRow, body: object, as = company.admin) =>
  call(messages.create, { as, params: { ticketId: ticket.id }, body })
const authorizer = () => ({ companyId: company.id, connectionId: connection.id })
const post = (body: object, headers = {}) =>
  call(messages.send, { body: body as never, headers, authorizer: authorizer() })

describe('a template', () => {
  it('is sent from a closed window, and is kept as its customer reads it', async () => {
    const ticket = await openTicket()
    expect(ticket.windowUntil).toBe(0)
    expect((await write(ticket, { body: 'oi' })).error).toBe('ERR_OUTSIDE_WINDOW')
    const sent = await write(ticket, { template: named() })
    expect(sent.status).toBe(201)
    const [message] = sent.body.messages
    expect(message).toMatchObject({
      body: 'Olá, Ana! Seu pedido saiu para entrega.',
      template: {
        ...{ name: template.name, language: 'pt_BR', header: 'Pedido 1001', footer: 'Loja' },
        buttons: [{ type: 'QUICK_REPLY', text: 'Obrigado' }],
      },
      ack: 0,
    })
    const row = await getMessage(company.id, message!.id)
    expect(contentOf(row!)).toMatchObject({
      kind: 'template',
      components: [
        { type: 'header', parameters: [{ type: 'text', parameter_name: 'order_number', text: '1001' }] },
        { type: 'body', parameters: [{ type: 'text', parameter_name: 'first_name', text: 'Ana' }] },
      ],
    })
    expect((await requireTicket(company.id, ticket.id)).lastMessage).toContain('Olá, Ana!')
  })

  it('takes the product’s variables inside its values, as one line', async () => {
    const ticket = await openTicket(connection, 'Maria\u00a0 da  Silva')
    const filled = { order_number: 'nº {{protocol}}', first_name: '{{firstName}} ({{user}})' }
    const [message] = (await write(ticket, { template: named({ variables: filled }) })).body.messages
    expect(message!.body).toBe(`Olá, Maria (${company.admin.user.name})! Seu pedido saiu para entrega.`)
    expect(message!.template!.header).toMatch(/^Pedido nº \d{8}-/)
  })

  it('takes the variables of custom fields inside its values, over the API too', async () => {
    const as = company.admin
    const { id: fieldId } = (await call(fields.create, { as, body: { name: 'Plano', on: 'contact', type: 'text' } }))
      .body
    const number = someNumber()
    const contact = await makeContact(company.id, { name: 'Maria', number })
    await call(contacts.update, { as, params: { id: contact.id }, body: { fields: { [fieldId]: 'Ouro' } } })
    const ticket = await makeTicket(company.id, { contact, whatsapp: connection, user: as.user, status: 'open' })
    const template = named({ variables: { order_number: '1', first_name: 'Ana ({{field.Plano}})' } })
    const body = 'Olá, Ana (Ouro)! Seu pedido saiu para entrega.'
    expect((await write(ticket, { template })).body.messages[0]).toMatchObject({ body })
    const posted = await post({ number, template })
    expect(await getMessage(company.id, posted.body.id)).toMatchObject({ body, ticketId: ticket.id })
    // Nobody has that number yet, and so no value.
    expect(
      (
        await post({
          number: someNumber(),
          template: named({ variables: { ...variables, first_name: '{{field.Plano}}' } }),
        })
      ).error,
    ).toBe('ERR_TEMPLATE_VARIABLES')
  })

  it('may come as a part of a form', async () => {
    const ticket = await openTicket()
    expect((await write(ticket, { template: JSON.stringify(named()) })).status).toBe(201)
  })

  it('is one message by one client id, and refused with other values', async () => {
    const ticket = await openTicket()
    const clientId = crypto.randomUUID()
    const first = await write(ticket, { template: named(), clientId })
    const again = await write(ticket, { template: named(), clientId })
    expect(again.body.messages[0]!.id).toBe(first.body.messages[0]!.id)
    const other = named({ variables: { ...variables, first_name: 'Bia' } })
    expect((await write(ticket, { template: other, clientId })).error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
  })

  it('answers what its client id sent, though the template is paused or the ticket closed since', async () => {
    const ticket = await openTicket()
    const own = await makeTemplate(company.id, account)
    const body = { template: named({ name: own.name }), clientId: crypto.randomUUID() }
    const first = await write(ticket, body)
    const { id: _, createdAt: __, updatedAt: ___, businessAccountId: ____, ...known } = own
    await saveTemplate(company.id, account, own, { ...known, status: 'PAUSED' } as MetaTemplate)
    const again = await write(ticket, body)
    expect([again.status, again.body.messages?.[0]?.id]).toEqual([201, first.body.messages[0]!.id])
    expect((await write(ticket, { ...body, clientId: crypto.randomUUID() })).error).toBe('ERR_TEMPLATE_NOT_APPROVED')
    const other = { ...body, template: named({ name: own.name, variables: { ...variables, first_name: 'Bia' } }) }
    expect((await write(ticket, other)).error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
    await changeTicket(company.id, ticket.id, () => ({ set: { status: 'closed' } }))
    expect((await write(ticket, body)).body.messages?.[0]?.id).toBe(first.body.messages[0]!.id)
  })

  it.each<[string, object, number, string]>([
    ['an unknown one', { name: 'nada' }, 404, 'ERR_NO_TEMPLATE_FOUND'],
    ['another language', { language: 'en_US' }, 404, 'ERR_NO_TEMPLATE_FOUND'],
    ['missing values', { variables: { first_name: 'Ana' } }, 422, 'ERR_TEMPLATE_VARIABLES'],
    ['an empty value', { variables: { ...variables, first_name: '  ' } }, 422, 'ERR_TEMPLATE_VARIABLES'],
    ['two lines', { variables: { ...variables, first_name: 'a\nb' } }, 400, 'ERR_VALIDATION'],
    ['a tab', { variables: { ...variables, first_name: 'a\tb' } }, 400, 'ERR_VALIDATION'],
    ['five blanks', { variables: { ...variables, first_name: `a${' '.repeat(5)}b` } }, 400, 'ERR_VALIDATION'],
    ['a long value', { variables: { ...variables, first_name: 'x'.repeat(1025) } }, 400, 'ERR_VALIDATION'],
    ['a number', { variables: { ...variables, first_name: 7 } }, 400, 'ERR_VALIDATION'],
    ['a list', { variables: ['a'] }, 400, 'ERR_VALIDATION'],
    ['a name with blanks', { name: 'a b' }, 400, 'ERR_VALIDATION'],
    ['no language', { language: '' }, 400, 'ERR_VALIDATION'],
  ])('is refused with %s, and nothing changes', async (_, changes, status, error) => {
    const ticket = await openTicket()
    const before = await rowsOf(company.id)
    const refused = await write(ticket, { template: named(changes) })
    expect([refused.status, refused.error]).toEqual([status, error])
    const posted = await post({ number: someNumber(), template: named(changes) })
    expect([posted.status, posted.error]).toEqual([status, error])
    expect(await rowsOf(company.id)).toEqual(before)
  })

  it('names the values that are missing', async () => {
    const { raw } = await write(await openTicket(), { template: named({ variables: {} }) })
    expect(raw).toMatchObject({
      missing: ['order_number', 'first_name'],
      details: [{ path: 'variables.order_number', code: 'required' }, { path: 'variables.first_name' }],
    })
  })

  it('goes alone', async () => {
    const ticket = await openTicket()
    const refused = await write(ticket, { template: named(), body: 'oi' })
    expect([refused.error, refused.details]).toEqual([
      'ERR_VALIDATION',
      [expect.objectContaining({ path: 'template', code: 'excludes', other: 'body' })],
    ])
    expect((await post({ number: someNumber(), template: named(), body: 'oi' })).error).toBe('ERR_VALIDATION')
    expect((await post({ number: someNumber() })).error).toBe('ERR_EMPTY_MESSAGE')
  })

  it.each(['PENDING', 'REJECTED', 'PAUSED', 'DISABLED'] as const)('is refused while it is %s', async status => {
    const { name } = await makeTemplate(company.id, account, { status })
    expect((await write(await openTicket(), { template: named({ name }) })).error).toBe('ERR_TEMPLATE_NOT_APPROVED')
    expect((await post({ number: someNumber(), template: named({ name }) })).error).toBe('ERR_TEMPLATE_NOT_APPROVED')
  })

  it('is refused with parts that are only read', async () => {
    const components: TemplateComponent[] = [{ type: 'BODY', text: 'Veja' }, { type: 'OTHER' }]
    const { name } = await makeTemplate(company.id, account, { components })
    expect((await write(await openTicket(), { template: named({ name }) })).error).toBe('ERR_TEMPLATE_KIND')
  })

  it('is refused over a connection without templates, and of another account', async () => {
    const web = await makeWhatsapp(company.id)
    expect((await write(await openTicket(web), { template: named() })).error).toBe('ERR_CHANNEL_UNSUPPORTED')
    const other = await makeWhatsapp(company.id, cloudNumber('78', { status: 'CONNECTED' }))
    expect((await write(await openTicket(other), { template: named() })).error).toBe('ERR_NO_TEMPLATE_FOUND')
    const overWeb = await call(messages.send, {
      body: { number: someNumber(), template: named() },
      authorizer: { companyId: company.id, connectionId: web.id },
    })
    expect(overWeb.error).toBe('ERR_CHANNEL_UNSUPPORTED')
  })

  it('is written by those who may write there', async () => {
    const stranger = await makeUser(company.id)
    const ticket = await openTicket()
    expect((await write(ticket, { template: named() }, stranger)).status).toBeGreaterThan(399)
  })
})

describe('a file in the header', () => {
  const withHeader = async (format: 'IMAGE' | 'DOCUMENT') => {
    const components: TemplateComponent[] = [
      { type: 'HEADER', format },
      { type: 'BODY', text: 'Veja a novidade.' },
    ]
    const { name } = await makeTemplate(company.id, account, { components })
    return { name, language: 'pt_BR', variables: {} }
  }
  /** Uploads a picture as a browser does. */
  async function attach(ticket: TicketRow, bytes: Uint8Array, mimetype = 'image/png') {
    const file = { fileName: 'foto', mimetype }
    const params = { ticketId: ticket.id }
    const prepared = await call(messages.upload, { as: company.admin, params, body: { ...file, size: bytes.length } })
    const { key, url, fields } = prepared.body
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    form.set('file', new Blob([new Uint8Array(bytes)], { type: mimetype }))
    expect((await fetch(url, { method: 'POST', body: form })).ok).toBe(true)
    return { key, ...file }
  }

  it('takes the place of the address, once for a client id', async () => {
    const [of, ticket] = [await withHeader('IMAGE'), await openTicket()]
    const clientId = crypto.randomUUID()
    const send = async (bytes: Uint8Array, mimetype?: string) =>
      write(ticket, { template: of, uploads: [await attach(ticket, bytes, mimetype)], clientId })
    const first = await send(png())
    expect([first.status, first.body.messages]).toMatchObject([
      201,
      [{ mediaType: 'image', body: 'Veja a novidade.', template: { name: of.name } }],
    ])
    const row = await getMessage(company.id, first.body.messages[0]!.id)
    expect(contentOf(row!)).toMatchObject({
      kind: 'template',
      components: [],
      media: { kind: 'image', fileName: 'foto' },
    })
    expect((await send(png())).body.messages[0]!.id).toBe(first.body.messages[0]!.id)
    expect((await send(jpeg(), 'image/jpeg')).error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
  })

  it('may come in a form', async () => {
    const answer = await call(messages.create, {
      as: company.admin,
      params: { ticketId: (await openTicket()).id },
      body: { template: JSON.stringify(await withHeader('DOCUMENT')) as never },
      files: [{ fileName: 'lista.pdf', mimetype: 'application/pdf', bytes: Buffer.from('%PDF-1.7') }],
    })
    expect(answer.body.messages).toMatchObject([{ mediaType: 'application', template: { header: '' } }])
  })

  it('is refused where the header shows none of its kind, or with a second one, and nothing changes', async () => {
    const [image, document, ticket] = [await withHeader('IMAGE'), await withHeader('DOCUMENT'), await openTicket()]
    const [picture, second] = [await attach(ticket, png()), await attach(ticket, png())]
    const before = await rowsOf(company.id)
    for (const body of [
      { template: document, uploads: [picture] },
      { template: named(), uploads: [picture] },
      { template: image, uploads: [picture, second] },
    ]) {
      const refused = await write(ticket, body)
      expect([refused.error, refused.details]).toEqual([
        'ERR_VALIDATION',
        [expect.objectContaining({ path: 'template', code: 'excludes', other: 'medias' })],
      ])
    }
    expect((await write(ticket, { template: image })).error).toBe('ERR_TEMPLATE_VARIABLES')
    expect(await rowsOf(company.id)).toEqual(before)
  })
})

describe('the public API', () => {
  it('reaches a person who never wrote, once for a key', async () => {
    const number = someNumber()
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const first = await post({ number, template: named() }, headers)
    expect(first.status).toBe(202)
    expect(await getMessage(company.id, first.body.id)).toMatchObject({
      body: 'Olá, Ana! Seu pedido saiu para entrega.',
      origin: 'api',
      template: { name: template.name },
    })
    expect((await requireTicket(company.id, first.body.ticketId)).windowUntil).toBe(0)
    expect((await post({ number, template: named() }, headers)).body.id).toBe(first.body.id)
    const other = { number, template: named({ variables: { ...variables, first_name: 'Bia' } }) }
    expect((await post(other, headers)).error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')
    expect((await post({ number, body: 'oi' })).error).toBe('ERR_OUTSIDE_WINDOW')
  })

  it('shows a file of its form in the header, and makes nothing where the header shows none of its kind', async () => {
    const components: TemplateComponent[] = [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Veja a novidade.' },
    ]
    const { name } = await makeTemplate(company.id, account, { components })
    const picture = { fileName: 'foto.png', mimetype: 'image/png', bytes: Buffer.from(png()) }
    const key = crypto.randomUUID()
    const send = (number: string, of: object, files: (typeof picture)[], headers = {}) =>
      call(messages.send, {
        body: { number, template: JSON.stringify(of) as never },
        files,
        headers,
        authorizer: authorizer(),
      })
    const shown = { name, language: 'pt_BR', variables: {} }
    const number = someNumber()
    const first = await send(number, shown, [picture], { 'idempotency-key': key })
    expect(first.status).toBe(202)
    const row = await getMessage(company.id, first.body.id)
    expect(contentOf(row!)).toMatchObject({
      ...{ kind: 'template', components: [], body: 'Veja a novidade.' },
      media: { kind: 'image', fileName: 'foto.png', key: expect.stringContaining(`${company.id}/media/`) },
    })
    expect((await send(number, shown, [picture], { 'idempotency-key': key })).body.id).toBe(first.body.id)
    const other = { ...picture, bytes: Buffer.from(jpeg()), mimetype: 'image/jpeg' }
    expect((await send(number, shown, [other], { 'idempotency-key': key })).error).toBe('ERR_IDEMPOTENCY_KEY_REUSED')

    const before = await rowsOf(company.id)
    expect((await send(someNumber(), named(), [picture])).details).toMatchObject([
      { path: 'template', code: 'excludes', other: 'medias' },
    ])
    const text = { fileName: 'a.txt', mimetype: 'text/plain', bytes: Buffer.from('oi') }
    expect((await send(someNumber(), shown, [text])).error).toBe('ERR_VALIDATION')
    expect((await send(someNumber(), shown, [])).error).toBe('ERR_TEMPLATE_VARIABLES')
    expect(await rowsOf(company.id)).toEqual(before)
  })
})
