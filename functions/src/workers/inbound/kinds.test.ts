import { messages as messagesApi } from '@balcao/shared/api/tickets/messages.ts'
import type { InboundEvent } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, expect, it } from 'vitest'
import { call, makeCompany, makeWhatsapp, type TestUser } from '../../../test/harness.ts'
import { jpeg } from '../../../test/pictures.ts'
import { batchOf, type Fixture, inbound } from '../../../test/pipeline-fixture.ts'
import { someNumber } from '../../../test/some-number.ts'
import { findContactByNumber } from '../../data/contacts/contact.ts'
import { indexMessage } from '../../data/tickets/index-message.ts'
import { findLiveTicket } from '../../data/tickets/ticket.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { handler } from './handler.ts'

let admin: TestUser
let shop: Omit<Fixture, 'number'>
beforeAll(async () => {
  const company = await makeCompany()
  admin = company.admin
  const whatsapp = await makeWhatsapp(company.id, { isDefault: true })
  shop = { companyId: company.id, adminId: admin.user.id, connectionId: whatsapp.id, queues: [] }
})

const fixtureOf = (): Fixture => ({ ...shop, number: someNumber() })
const take = async (...events: InboundEvent[]) => expect((await handler(batchOf(events))).batchItemFailures).toEqual([])

async function ticketOf({ companyId, connectionId, number }: Fixture): Promise<TicketRow> {
  const contact = await findContactByNumber(companyId, number)
  return (await findLiveTicket(companyId, connectionId, contact!.id))!
}

/** The messages of a contact's ticket as the API answers them, oldest first. */
async function wire(fixture: Fixture) {
  const { id: ticketId } = await ticketOf(fixture)
  return (await call(messagesApi.list, { params: { ticketId }, as: admin })).body.messages
}

it('an order keeps its words, its data and its kind, until it is deleted', async () => {
  const fixture = fixtureOf()
  const order = { orderId: '77', title: 'Festa', itemCount: 2, total: 90, currency: 'BRL', message: 'para sábado' }
  const structured = { kind: 'order' as const, copy: ['https://loja.exemplo'], order }
  const event = inbound(fixture, { body: 'Festa\n🛒 2 · R$ 90,00', structured })
  await take(event)
  const shown = { mediaType: 'order', body: event.body, structured: { copy: structured.copy, order } }
  expect(await wire(fixture)).toMatchObject([shown])
  expect(await ticketOf(fixture)).toMatchObject({ lastMessage: 'Festa 🛒 2 · R$ 90,00', lastMessageType: 'order' })
  const { companyId, connectionId, whatsappMessageId, chat } = event
  await take({ companyId, connectionId, whatsappMessageId, chat, type: 'delete', fromMe: false, at: Date.now() })
  expect(await wire(fixture)).toMatchObject([{ body: '', structured: null, isDeleted: true }])
})

it('what has no words is of its kind all the same', async () => {
  const fixture = fixtureOf()
  await take(inbound(fixture, { kind: 'unsupported', body: '', structured: { kind: 'paymentDeclined' } }))
  expect(await wire(fixture)).toMatchObject([{ mediaType: 'paymentDeclined', body: '', structured: { copy: [] } }])
  expect(await ticketOf(fixture)).toMatchObject({ lastMessage: '', lastMessageType: 'paymentDeclined' })
})

it('the preview of a link is kept with a small picture, while its link stands in the text', async () => {
  const fixture = fixtureOf()
  const preview = { link: 'loja.br/bolo', title: 'Bolo', description: '' }
  const picture = (bytes: Buffer) => ({ ...preview, thumbnail: bytes.toString('base64') })
  const of = (given: object, body = 'veja loja.br/bolo') =>
    inbound(fixture, { body, preview: { ...preview, ...given } })
  await take(
    of(picture(jpeg(100, 100))),
    of(picture(jpeg(60_000, 60_000))),
    of({ thumbnail: 'PHN2Zz4=' }),
    of({ link: 'javascript:alert(1)//a.b' }, 'javascript:alert(1)//a.b'),
    of({ link: 'https://ana:segredo@loja.br' }, 'https://ana:segredo@loja.br'),
    of({}, 'outro texto'),
    of({ link: `https://${'a'.repeat(3000)}.br` }, `https://${'a'.repeat(3000)}.br`),
  )
  const shown = { url: 'https://loja.br/bolo', title: 'Bolo', description: '' }
  const url = `data:image/jpeg;base64,${jpeg(100, 100).toString('base64')}`
  expect((await wire(fixture)).map(({ linkPreview }) => linkPreview)).toEqual([
    { ...shown, pictureUrl: url },
    ...[1, 2].map(() => ({ ...shown, pictureUrl: null })),
    ...[1, 2, 3, 4].map(() => null),
  ])
})

it('the photos of an album name it', async () => {
  const fixture = fixtureOf()
  const photo = () => {
    const media = { kind: 'image' as const, mimetype: 'image/png', key: `${fixture.companyId}/media/${newId()}` }
    return inbound(fixture, { kind: 'media', body: '', media, albumId: 'ALBUM1' })
  }
  await take(photo(), photo(), inbound(fixture, { body: 'gostou?' }))
  expect((await wire(fixture)).map(({ albumId }) => albumId)).toEqual(['ALBUM1', 'ALBUM1', null])
})

it('a quotation of what is not stored is shown as WhatsApp delivered it; of what is stored, as it is', async () => {
  const fixture = fixtureOf()
  const quotation = { body: 'Bolo do dia', kind: 'image', status: true, thumbnail: '/9j/' }
  const answer = (changes: object) => inbound(fixture, { body: 'quero', quotedWhatsappId: newId(), ...changes })
  const known = inbound(fixture, { body: 'tem bolo?' })
  await take(
    known,
    answer({ quotation }),
    answer({ quotation: { body: '?', kind: 'kind of tomorrow', status: false } }),
    answer({ quotedWhatsappId: known.whatsappMessageId, quotation }),
    answer({}),
  )
  const [first, status, strange, stored, none] = await wire(fixture)
  expect(status!.quotedMsg).toEqual({
    ...{ id: null, body: 'Bolo do dia', fromMe: false, mediaType: 'image', name: null },
    ...{ status: true, thumbnail: '/9j/' },
  })
  expect(strange!.quotedMsg).toMatchObject({ id: null, body: '?', mediaType: 'unsupported', status: false })
  expect(stored!.quotedMsg).toMatchObject({ id: first!.id, body: 'tem bolo?' })
  expect(none!.quotedMsg).toBeNull()
})

it('places and documents are previewed, quoted and found by the words they carry', async () => {
  const fixture = fixtureOf()
  const location = { latitude: -23.5, longitude: -46.6, name: 'Empório Quixaba', address: 'Rua das Flores 12' }
  const place = inbound(fixture, { kind: 'location', body: '', location })
  await take(place)
  expect((await ticketOf(fixture)).lastMessage).toBe('Empório Quixaba, Rua das Flores 12')
  const key = `${fixture.companyId}/media/${newId()}`
  const media = { kind: 'application' as const, mimetype: 'application/pdf', fileName: 'orcamento-zilda.pdf', key }
  const { whatsappMessageId: quotedWhatsappId } = place
  await take(inbound(fixture, { kind: 'media', body: '', media, quotedWhatsappId }))
  const ticket = await ticketOf(fixture)
  expect(ticket.lastMessage).toBe('orcamento-zilda.pdf')
  const [first, last] = await wire(fixture)
  expect(last!.quotedMsg).toMatchObject({ body: 'Empório Quixaba, Rua das Flores 12', mediaType: 'locationMessage' })
  for (const { id } of [first!, last!]) await indexMessage(fixture.companyId, ticket.id, id)
  const search = async (searchParam: string) =>
    (await call(messagesApi.search, { as: admin, query: { searchParam } })).body.hits.map(({ id, line }) => [id, line])
  expect(await search('quixaba flores')).toEqual([[first!.id, 'Empório Quixaba Rua das Flores 12']])
  expect(await search('zilda')).toEqual([[last!.id, 'orcamento-zilda.pdf']])
})
