import { messageId, newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { makeTicket } from '../../test/make-ticket.ts'
import { messageOf, type NewMessage } from '../data/tickets/message-row.ts'
import { requireTicket, storeMessage } from '../data/tickets/ticket.ts'
import { toWireTicket } from '../data/tickets/wire.ts'
import { messageChanged } from './message-changed.ts'

it('changes the customer’s last words in the row, beside the preview of what a person said after them', async () => {
  const companyId = newId()
  const whatsapp = { id: newId(), name: 'Loja' }
  const ticket = await makeTicket(companyId, { whatsapp })
  const row = () => requireTicket(companyId, ticket.id)
  const store = async (body: string, origin: NewMessage['origin'], at: number) => {
    const whatsappMessageId = newId()
    const stored = await storeMessage(await row(), {
      id: await messageId(whatsapp.id, whatsappMessageId, at),
      connectionId: whatsapp.id,
      whatsappMessageId,
      body,
      fromMe: origin !== 'contact',
      mediaType: 'chat',
      origin,
    })
    if (stored.outcome !== 'stored') throw new Error(stored.outcome)
    return messageOf(stored.ticket, stored.message)
  }
  const now = Date.now()
  const words = await store('Quero dois', 'contact', now)
  await store('Pois não', 'handset', now + 1)
  const before = await row()
  await messageChanged(await row(), { ...words, body: 'Quero três' })
  const edited = await row()
  expect(await toWireTicket(edited)).toMatchObject({
    lastMessage: 'Pois não',
    customerWords: { text: 'Quero três', type: 'chat', deleted: false },
  })
  await messageChanged(edited, { ...words, isDeleted: true })
  expect((await toWireTicket(await row())).customerWords).toEqual({ text: '', type: 'chat', deleted: true })
  // Neither moves the ticket, and an earlier message changes nothing.
  expect((await row()).updatedAt).toBe(before.updatedAt)
  const { version } = await row()
  const id = await messageId(whatsapp.id, newId(), now - 60_000)
  await messageChanged(await row(), { ...words, id, body: 'outra' })
  expect((await row()).version).toBe(version)
})
