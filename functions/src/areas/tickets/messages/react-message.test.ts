import { ticketsArea } from '@balcao/shared/api/index.ts'
import { messageId, newId } from '@balcao/shared/ids.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { commandsOf } from '../../../../test/pipeline-fixture.ts'
import { failMessage, getMessage, setReactions } from '../../../data/tickets/message.ts'
import { markDeleted } from '../../../data/tickets/message-rewrite.ts'
import type { NewMessage } from '../../../data/tickets/message-row.ts'
import { changeTicket, requireTicket, storeMessage } from '../../../data/tickets/ticket.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'

const { messages } = ticketsArea.resources

let company: TestCompany
let admin: TestUser
let ticket: TicketRow

beforeEach(async () => {
  company = await makeCompany()
  admin = company.admin
  ticket = await makeTicket(company.id, { status: 'open', user: admin.user })
})

async function stored(changes: Partial<NewMessage> = {}) {
  const whatsappMessageId = newId()
  const done = await storeMessage(await requireTicket(company.id, ticket.id), {
    id: await messageId(ticket.whatsapp.id, whatsappMessageId, Date.now()),
    connectionId: ticket.whatsapp.id,
    whatsappMessageId,
    body: 'oi',
    fromMe: false,
    mediaType: 'chat',
    origin: 'contact',
    ...changes,
  })
  if (done.outcome !== 'stored') throw new Error(done.outcome)
  return done.message
}

const react = (id: string, emoji: string, as = admin) => call(messages.react, { params: { id }, body: { emoji }, as })
const commands = async () =>
  (await commandsOf({ connectionId: ticket.whatsapp.id })).filter(({ type }) => type === 'react')

describe('a reaction', () => {
  it('stands at the message at once, and leaves', async () => {
    const message = await stored()
    const before = await requireTicket(company.id, ticket.id)
    const answer = await react(message.id, '👍')
    expect(answer.status).toBe(200)
    expect(answer.body.reactions).toEqual([{ emoji: '👍', fromMe: true, name: null, userId: admin.user.id }])
    expect(await commands()).toMatchObject([
      {
        to: { number: ticket.contact.number },
        whatsappMessageId: message.whatsappMessageId,
        fromMe: false,
        emoji: '👍',
        at: expect.any(Number),
      },
    ])
    expect(await requireTicket(company.id, ticket.id)).toEqual(before)
  })

  it('is the company’s: another attendant’s replaces it, beside the contact’s; no emoji takes it back', async () => {
    const message = await stored()
    await setReactions(message, [{ emoji: '😂', at: 1, fromMe: false, name: 'Maria' }])
    await react(message.id, '👍')
    const bia = await makeUser(company.id, { profile: 'admin' })
    expect((await react(message.id, '🙏', bia)).body.reactions).toMatchObject([
      { emoji: '😂', name: 'Maria' },
      { emoji: '🙏', userId: bia.user.id },
    ])
    expect((await react(message.id, '')).body.reactions).toMatchObject([{ emoji: '😂' }])
    const sent = await commands()
    expect(sent.map(command => command.type === 'react' && command.emoji)).toEqual(['👍', '🙏', ''])
    const times = sent.map(command => (command.type === 'react' ? command.at : 0))
    expect(new Set(times).size).toBe(3)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('that is said again is the same one, and taking back what is not there is nothing', async () => {
    const message = await stored()
    expect((await react(message.id, '')).status).toBe(200)
    await Promise.all([react(message.id, '👍'), react(message.id, '👍')])
    await react(message.id, '👍')
    expect((await commands()).map(command => command.type === 'react' && command.emoji)).toEqual(['👍'])
    expect((await getMessage(company.id, message.id))?.reactions).toHaveLength(1)
  })

  it('comes after what the own phone said, though its clock be ahead', async () => {
    const message = await stored()
    const at = Date.now() + 3_600_000
    await setReactions(message, [{ emoji: '😂', at, fromMe: true }])
    expect((await react(message.id, '👍')).body.reactions).toMatchObject([{ emoji: '👍' }])
    expect(await commands()).toMatchObject([{ at: at + 1 }])
  })

  it('in a group names who wrote the message', async () => {
    const message = await stored({ sender: { number: '5511955554444', lid: '77', name: 'Zé' } })
    await react(message.id, '👍')
    expect(await commands()).toMatchObject([{ participant: { number: '5511955554444', lid: '77' } }])
  })

  it('by several people at once is one of theirs, and the contact’s stays', async () => {
    const message = await stored()
    await setReactions(message, [{ emoji: '😂', at: 1, fromMe: false }])
    const answers = await Promise.all(['👍', '🙏', '🎉'].map(emoji => react(message.id, emoji)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const kept = (await getMessage(company.id, message.id))!.reactions
    expect(kept.map(({ fromMe }) => fromMe)).toEqual([false, true])
  })
})

describe('is refused', () => {
  it.each([
    'ok',
    'a',
    '7',
    ' ',
    '👍👍',
    '👍 ',
    '👍a',
    '🇧',
    '\uD83D',
    '👍\uD83D',
    '\uDC4D',
    '👍\u0301',
    '👍'.repeat(500),
  ])('%j, which is not one emoji', async emoji => {
    const message = await stored()
    expect((await react(message.id, emoji)).error).toBe('ERR_VALIDATION')
    expect((await getMessage(company.id, message.id))?.reactions).toEqual([])
  })

  it('at a closed ticket', async () => {
    const message = await stored()
    await changeTicket(company.id, await requireTicket(company.id, ticket.id), () => ({ set: { status: 'closed' } }))
    expect((await react(message.id, '👍')).error).toBe('ERR_TICKET_CLOSED')
    expect(await commands()).toEqual([])
  })

  it('at a message that is deleted, was not sent, or is a call', async () => {
    const deleted = await stored()
    await markDeleted(deleted)
    const failed = await stored({ fromMe: true, origin: 'attendant' })
    await failMessage(failed, 'ERR_SENDING_WAPP_MSG')
    const call = await stored({ mediaType: 'call_log', call: { video: false } })
    for (const { id } of [deleted, failed, call]) expect((await react(id, '👍')).error).toBe('ERR_REACT_WAPP_MSG')
    expect(await commands()).toEqual([])
  })

  it('at what the caller may not see: another queue’s, another company’s, nothing', async () => {
    const queue = await makeQueue(company.id)
    const outsider = await makeUser(company.id, { queueIds: [] })
    ticket = await makeTicket(company.id, { status: 'open', queue, user: admin.user })
    const message = await stored()
    expect((await react(message.id, '👍', outsider)).error).toBe('ERR_NO_PERMISSION')
    expect((await react(message.id, '👍', (await makeCompany()).admin)).error).toBe('ERR_NO_MESSAGE_FOUND')
    expect((await react(newId(), '👍')).error).toBe('ERR_NO_MESSAGE_FOUND')
    expect(await commands()).toEqual([])
  })
})
