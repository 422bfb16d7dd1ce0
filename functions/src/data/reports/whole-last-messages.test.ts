import { messageId, newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { makeTicket } from '../../../test/make-ticket.ts'
import { metered } from '../table/meter.ts'
import type { NewMessage } from '../tickets/message-row.ts'
import { requireTicket, storeMessage } from '../tickets/ticket.ts'
import type { TicketRow } from '../tickets/ticket-row.ts'
import { toReportTickets } from './report-page.ts'

const whatsapp = { id: newId(), name: 'Loja' }

const start = () => makeTicket(newId(), { whatsapp })

const now = (ticket: TicketRow) => requireTicket(ticket.companyId, ticket.id)

async function receive(
  ticket: TicketRow,
  at: number,
  body: string,
  more: Partial<Pick<NewMessage, 'mediaType' | 'media' | 'location'>> = {},
): Promise<string> {
  const whatsappMessageId = newId()
  const given: NewMessage = {
    id: await messageId(whatsapp.id, whatsappMessageId, at),
    connectionId: whatsapp.id,
    whatsappMessageId,
    body,
    fromMe: false,
    mediaType: 'chat',
    origin: 'contact',
    ...more,
  }
  expect((await storeMessage(await now(ticket), given)).outcome).toBe('stored')
  return given.id
}

const reported = async (ticket: TicketRow) => (await toReportTickets([await now(ticket)]))[0]!.lastMessage

const LONG = `*Bom dia*, gostaria de saber o preço\nde ${'bolos e '.repeat(600)}tortas`

it('carries a long message whole, without its marks, while the list has the beginning', async () => {
  const ticket = await start()
  const at = Date.now()
  // Others of the same millisecond, in front of it and behind.
  for (const body of ['x'.repeat(60), 'y'.repeat(70), LONG]) await receive(ticket, at, body)
  await receive(ticket, at + 1, LONG)
  expect((await now(ticket)).lastMessage).toBe('Bom dia, gostaria de saber o preço de b…')
  expect(await reported(ticket)).toBe(LONG.replaceAll('*', ''))
})

it('carries the words of a document and of a place that come without a text', async () => {
  const fileName = `Contrato de locação ${'assinado '.repeat(5)}.pdf`
  const media = { kind: 'application', key: 'k', mimetype: 'application/pdf', fileName, size: 1 } as const
  const address = 'Rua das Laranjeiras, 123, Laranjeiras, Rio de Janeiro'
  const location = { latitude: 1, longitude: 2, name: 'Padaria', address }
  const [document, place] = [await start(), await start()]
  await receive(document, Date.now(), '', { mediaType: 'application', media })
  await receive(place, Date.now(), '', { mediaType: 'locationMessage', location })
  expect((await now(document)).lastMessage).toMatch(/^Contrato .*…$/)
  expect(await reported(document)).toBe(fileName)
  expect(await reported(place)).toBe(`Padaria, ${address}`)
})

it('cuts what no cell of a sheet takes', async () => {
  const ticket = await start()
  await receive(ticket, Date.now(), 'a'.repeat(40_000))
  expect(await reported(ticket)).toBe('a'.repeat(32_767))
})

it('reads nothing for short ones', async () => {
  const ticket = await start()
  await receive(ticket, Date.now() - 10, 'Obrigada')
  const row = await now(ticket)
  expect((await metered(() => toReportTickets([row]))).units.read).toBe(0)
})
