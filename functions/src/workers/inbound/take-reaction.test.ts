import type { InboundMessage, InboundReaction } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { shownReactions } from '@balcao/shared/rules/reactions.ts'
import { describe, expect, it } from 'vitest'
import { makeContact } from '../../../test/make-contact.ts'
import { batchOf, type Fixture, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { someNumber } from '../../../test/some-number.ts'
import { mergeByUser } from '../../data/contacts/merge-by-user.ts'
import { findMessageByWhatsappId, listMessages } from '../../data/tickets/message.ts'
import { markDeleted } from '../../data/tickets/message-rewrite.ts'
import { getTicket } from '../../data/tickets/ticket.ts'
import { toWireMessage } from '../../data/tickets/wire.ts'
import { handler } from './handler.ts'

const take = async (...events: (InboundMessage | InboundReaction)[]) =>
  expect((await handler(batchOf(events))).batchItemFailures).toEqual([])

const about = (fixture: Fixture, message: InboundMessage, changes: Partial<InboundReaction> = {}): InboundReaction => ({
  type: 'reaction',
  companyId: fixture.companyId,
  connectionId: fixture.connectionId,
  whatsappMessageId: message.whatsappMessageId,
  chat: { number: fixture.number },
  fromMe: false,
  emoji: '👍',
  at: 1000,
  ...changes,
})

const find = async ({ companyId, connectionId }: Fixture, { whatsappMessageId }: InboundMessage) =>
  (await findMessageByWhatsappId(companyId, connectionId, whatsappMessageId))!

const shown = async (fixture: Fixture, message: InboundMessage) =>
  shownReactions((await find(fixture, message)).reactions).map(({ emoji }) => emoji)

async function received(changes: Partial<InboundMessage> = {}) {
  const fixture = await makeFixture({ settings: { CheckMsgIsGroup: 'disabled' } })
  const message = inbound(fixture, changes)
  await take(message)
  return { fixture, message }
}

describe('a reaction', () => {
  it('of the contact and of our own phone stand at the message, each its last', async () => {
    const { fixture, message } = await received()
    await take(
      about(fixture, message),
      about(fixture, message, { emoji: '❤️', at: 2000 }),
      about(fixture, message, { emoji: '🙏', at: 3000, fromMe: true }),
    )
    const row = await find(fixture, message)
    expect((await toWireMessage(row, { readAt: 0 })).reactions).toEqual([
      { emoji: '❤️', fromMe: false, name: 'Maria', userId: null },
      { emoji: '🙏', fromMe: true, name: null, userId: null },
    ])
    await take(about(fixture, message, { emoji: '', at: 4000 }))
    expect(await shown(fixture, message)).toEqual(['🙏'])
  })

  it('of a contact whose conversations are being moved to another one stands at the message', async () => {
    const { fixture, message } = await received()
    const { companyId } = fixture
    const { contactId } = await find(fixture, message)
    const other = await makeContact(companyId, { name: 'Maria', number: someNumber() })
    await mergeByUser(companyId, other.id, contactId, { id: newId(), name: 'Ana' })
    await take(about(fixture, message))
    expect(await shown(fixture, message)).toEqual(['👍'])
  })

  it('that comes again, or late, changes nothing', async () => {
    const { fixture, message } = await received()
    const [first, taken] = [about(fixture, message), about(fixture, message, { emoji: '', at: 2000 })]
    await take(first, first, taken)
    const before = await find(fixture, message)
    await take(first, taken, first)
    expect(await find(fixture, message)).toEqual(before)
    expect(await shown(fixture, message)).toEqual([])
  })

  it('makes nothing unread and leaves the ticket’s row as it is', async () => {
    const { fixture, message } = await received({ body: 'bom dia' })
    const { companyId, ticketId } = await find(fixture, message)
    const before = await getTicket(companyId, ticketId, true)
    await take(about(fixture, message))
    expect(await getTicket(companyId, ticketId, true)).toEqual(before)
    expect(before).toMatchObject({ unreadMessages: 1, lastMessage: 'bom dia' })
    expect(await listMessages(companyId, ticketId, { limit: 10 })).toHaveLength(1)
  })

  it('of many members of a group at once all stay', async () => {
    const group = { id: `1203${someNumber()}`, subject: 'Turma' }
    const { fixture, message } = await received({ group, chat: { number: group.id }, sender: { number: someNumber() } })
    const members = Array.from({ length: 6 }, (_, i) =>
      about(fixture, message, {
        chat: { number: group.id },
        group: { id: group.id },
        sender: { number: `551190000000${i}`, name: `Pessoa ${i}` },
        at: 1000 + i,
      }),
    )
    const results = await Promise.all(members.map((event, i) => handler(batchOf([event], `g${i}`))))
    expect(results.flatMap(({ batchItemFailures }) => batchItemFailures)).toEqual([])
    const row = await find(fixture, message)
    expect(row.reactions.map(({ name }) => name)).toEqual(members.map(({ sender }) => sender!.name))
  })
})

describe('nobody’s news is one', () => {
  it('to a message that is unknown, or deleted', async () => {
    const { fixture, message } = await received()
    await take(about(fixture, inbound(fixture)))
    await markDeleted(await find(fixture, message))
    await take(about(fixture, message))
    expect(await shown(fixture, message)).toEqual([])
  })

  it('of another company', async () => {
    const { fixture, message } = await received()
    const other = await makeFixture()
    await take(about({ ...fixture, companyId: other.companyId }, message))
    expect(await shown(fixture, message)).toEqual([])
  })

  it('of another chat, a person’s or a group’s, and of nobody', async () => {
    const { fixture, message } = await received()
    const stranger = { ...fixture, number: someNumber() }
    await take(inbound(stranger))
    const group = { id: `1203${someNumber()}` }
    await take(
      about(stranger, message),
      about(fixture, message, { chat: {} }),
      about(fixture, message, { group, chat: { number: group.id }, sender: { number: fixture.number } }),
    )
    expect(await shown(fixture, message)).toEqual([])
  })

  it('that is more than an emoji', async () => {
    const { fixture, message } = await received()
    await take(...['compre', '👍👍', '\uD83D'].map(emoji => about(fixture, message, { emoji })))
    expect(await shown(fixture, message)).toEqual([])
  })
})

it('the contact is the same behind the LID', async () => {
  const { fixture, message } = await received()
  const lid = `9${someNumber()}`
  await take(inbound(fixture, { chat: { lid, number: fixture.number } }))
  await take(about(fixture, message, { chat: { lid } }), about(fixture, message, { emoji: '❤️', at: 2000 }))
  expect(await shown(fixture, message)).toEqual(['❤️'])
})
