import { messageId, newId } from '@balcao/shared/ids.ts'
import { placeOf } from '@balcao/shared/message-place.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeTicket } from '../../../test/make-ticket.ts'
import { bumped, previewOf, previewOfMessage } from './last-message.ts'
import { type MessageRow, messageOf, type NewMessage } from './message-row.ts'
import { getTicket, storeMessage } from './ticket.ts'

const whatsapp = { id: newId(), name: 'Loja' }
const ana = { id: newId(), name: 'Ana Souza' }

const start = () => makeTicket(newId(), { whatsapp, user: ana, status: 'open' })

async function message(at: number, changes: Partial<NewMessage> = {}): Promise<NewMessage> {
  const whatsappMessageId = newId()
  const id = await messageId(whatsapp.id, whatsappMessageId, at)
  const connectionId = whatsapp.id
  return {
    id,
    connectionId,
    whatsappMessageId,
    body: 'oi',
    fromMe: false,
    mediaType: 'chat',
    origin: 'contact',
    ...changes,
  }
}

it('of a long text is its beginning, and a mark that it goes on', () => {
  expect(previewOf('a'.repeat(40))).toBe('a'.repeat(40))
  expect(previewOf(`${'a'.repeat(20)} \n ${'b'.repeat(20)}`)).toBe(`${'a'.repeat(20)} ${'b'.repeat(18)}…`)
  expect(previewOf(`${'a'.repeat(38)} bc`)).toBe(`${'a'.repeat(38)}…`)
})

it('is kept whole in the row, whoever wrote it', async () => {
  const ticket = await start()
  const bia = { id: newId(), name: 'Bia' }
  const own: Partial<NewMessage> = { fromMe: true, origin: 'attendant' }
  const kinds: Partial<NewMessage>[] = [
    {},
    { ...own, user: ana },
    { ...own, user: bia, ack: 4 },
    { ...own, user: ana, error: 'ERR_SEND_REFUSED' },
    { fromMe: true, origin: 'handset', ack: 1 },
  ]
  for (const [i, changes] of kinds.entries()) {
    const given = await message(Date.now() + 1000 * i, changes)
    const stored = await storeMessage((await getTicket(ticket.companyId, ticket.id, true))!, given)
    expect(stored.outcome).toBe('stored')
    const row = (await getTicket(ticket.companyId, ticket.id, true))!
    expect(row.last).toEqual(previewOfMessage(messageOf(ticket, given)).last)
    expect(row).toEqual(stored.outcome === 'stored' && stored.ticket)
  }
})

it('is the newest sent, in whatever order they come', async () => {
  const ticket = await start()
  const rows: MessageRow[] = []
  for (let i = 0; i < 6; i++)
    rows.push(messageOf(ticket, await message(1_790_000_000_000 + 1000 * i, { body: String(i) })))
  fc.assert(
    fc.property(fc.shuffledSubarray(rows, { minLength: 1 }), order => {
      let after = ticket
      for (const each of order) after = { ...after, ...bumped(after, [each], 1) }
      const bodies = order.map(({ body }) => body).sort()
      expect(after).toMatchObject({ lastMessage: bodies.at(-1), unreadMessages: order.length })
    }),
  )
})

it('sorts as the messages of a conversation do', () => {
  fc.assert(
    fc.property(fc.uuid({ version: 7 }), fc.uuid({ version: 7 }), (a, b) => {
      if (a.slice(0, 13) !== b.slice(0, 13)) expect(placeOf(a) < placeOf(b)).toBe(a < b)
    }),
  )
})
