import { schedules as schedulesApi } from '@balcao/shared/api/content/schedules.ts'
import { contactsArea, ticketsArea } from '@balcao/shared/api/index.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { makeCampaign, makeList, makeSender, sentOf, start, tick, workJobs } from '../../../test/campaign-fixture.ts'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp } from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { batchOf, commandsOf, inbound } from '../../../test/pipeline-fixture.ts'
import { someNumber } from '../../../test/some-number.ts'
import { stopClock } from '../../../test/stop-clock.ts'
import { getRecipient } from '../../data/campaigns/campaign-recipient.ts'
import { findContactByNumber } from '../../data/contacts/contact.ts'
import { getContact } from '../../data/contacts/contact-row.ts'
import { getSchedule, newSchedule, scheduleTimer } from '../../data/content/schedule.ts'
import { metered } from '../../data/table/meter.ts'
import { transact } from '../../data/table/transact.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { findLiveTicket, getTicket } from '../../data/tickets/ticket.ts'
import { listLogs } from '../../data/tickets/ticket-log.ts'
import { contactOfNumber } from '../../messaging/contact-of-number.ts'
import { writeToContact } from '../../messaging/write-to-contact.ts'
import { handler as inboundHandler } from '../../workers/inbound/handler.ts'
import { fire } from '../../workers/timers/handler.ts'
import { sendFarewell } from '../../workers/timers/send-farewell.ts'
import { sweepOutbox } from '../../workers/timers/sweep-outbox.ts'

const { contacts } = contactsArea.resources
const { messages, tickets } = ticketsArea.resources

async function makeShop() {
  const company = await makeCompany()
  const connection = await makeWhatsapp(company.id, { status: 'CONNECTED', isDefault: true })
  const number = someNumber()
  const shop = { company, as: company.admin, companyId: company.id, connection, connectionId: connection.id, number }
  const fixture = { ...shop, adminId: company.admin.user.id, queues: [] }
  const receive = async (changes: Parameters<typeof inbound>[1] = {}) => {
    const event = inbound(fixture, changes)
    expect((await inboundHandler(batchOf([event]))).batchItemFailures).toEqual([])
    return event
  }
  await receive({ body: 'bom dia' })
  const contact = (await findContactByNumber(company.id, number))!
  const ticket = (await findLiveTicket(company.id, connection.id, contact.id))!
  const block = (blocked: boolean, as = company.admin) =>
    call(contacts.update, { params: { id: contact.id }, body: { blocked }, as })
  const accept = () =>
    call(tickets.update, { params: { id: ticket.id }, body: { status: 'open', userId: shop.as.user.id }, as: shop.as })
  return { ...shop, receive, contact, ticket, block, accept }
}

describe('a blocked contact', () => {
  it('is taken nothing from: no message, reaction, edit or ticket, and says how often it tried', async () => {
    const { companyId, connectionId, as, receive, contact, ticket, block, number } = await makeShop()
    const first = (await listMessages(companyId, ticket.id, { limit: 9 }))[0]!
    expect((await block(true)).body).toMatchObject({ blocked: true, block: { messages: 0, lastMessageAt: null } })
    await receive({ body: 'não me bloqueie' })
    await receive({ kind: 'call_log', body: '', call: { video: false, refused: false } })
    const about = {
      at: Date.now(),
      companyId,
      connectionId,
      chat: { number },
      whatsappMessageId: first.whatsappMessageId,
    }
    const changes = [
      { ...about, type: 'edit' as const, body: 'outro', fromMe: false },
      { ...about, type: 'delete' as const, fromMe: false },
      { ...about, type: 'reaction' as const, emoji: '👍', fromMe: false },
    ]
    expect((await inboundHandler(batchOf(changes as never))).batchItemFailures).toEqual([])
    expect(
      (await listMessages(companyId, ticket.id, { limit: 9 })).map(({ body, isDeleted, reactions }) => [
        body,
        isDeleted,
        reactions.length,
      ]),
    ).toEqual([['bom dia', false, 0]])
    expect((await getTicket(companyId, ticket.id, true))!.unreadMessages).toBe(1)
    const shown = await call(contacts.get, { params: { id: contact.id }, as })
    expect(shown.body.block).toMatchObject({ messages: 2, by: { name: as.user.name } })
    await call(tickets.update, { params: { id: ticket.id }, body: { status: 'closed', sendFarewell: false }, as })
    await receive({ body: 'e agora?' })
    expect(await findLiveTicket(companyId, connectionId, contact.id)).toBeUndefined()
    expect((await block(false)).body).toMatchObject({ blocked: false, block: null })
    await receive({ body: 'obrigado' })
    const live = (await findLiveTicket(companyId, connectionId, contact.id))!
    expect((await listMessages(companyId, live.id, { limit: 9 })).map(({ body }) => body)).toEqual(['obrigado'])
    await block(true)
    expect((await call(contacts.get, { params: { id: contact.id }, as })).body.block!.messages).toBe(0)
  })

  it('is sent nothing by people, until it is unblocked', async () => {
    const { company, as, contact, ticket, block, accept, connection, connectionId } = await makeShop()
    await accept()
    const write = () => call(messages.create, { params: { ticketId: ticket.id }, body: { body: 'oi' }, as })
    const sent = (await write()).body.messages[0]!
    await commandsOf({ connectionId })
    expect((await block(true)).status).toBe(200)
    const shown = await call(tickets.get, { params: { id: ticket.id }, as })
    expect(shown.body.contact.blocked).toBe(true)
    const params = { id: sent.id }
    const refusals = [
      await write(),
      await call(messages.update, { params, body: { body: 'olá' }, as }),
      await call(messages.react, { params, body: { emoji: '👍' }, as }),
      await call(messages.forward, { params, body: { ticketId: ticket.id }, as }),
      await call(messages.remove, { params, as }),
      await call(schedulesApi.create, {
        body: { contactId: contact.id, body: 'até logo', sendAt: new Date(Date.now() + 3_600_000).toISOString() },
        as,
      }),
    ]
    expect(refusals.map(({ status, error }) => [status, error])).toEqual(
      refusals.map(() => [422, 'ERR_CONTACT_BLOCKED']),
    )
    const outgoing = () => ({ content: { kind: 'text' as const, body: 'api' }, origin: 'api' as const })
    const blocked = (await getContact(company.id, contact.id, true))!
    await expect(writeToContact(company.id, connection, blocked, async () => blocked, outgoing)).rejects.toMatchObject({
      code: 'ERR_CONTACT_BLOCKED',
    })
    expect(await commandsOf({ connectionId })).toEqual([])
    expect((await listMessages(company.id, ticket.id, { limit: 9 })).map(({ body }) => body)).toEqual(['oi', 'bom dia'])
    await block(false)
    expect((await write()).status).toBe(201)
    expect((await call(tickets.get, { params: { id: ticket.id }, as })).body.contact.blocked).toBeUndefined()
  })

  it('is not even asked about, when the API writes to its number', async () => {
    const { company, as, connection, connectionId } = await makeShop()
    const number = someNumber()
    const { id } = await makeContact(company.id, { name: 'Rui', number })
    await call(contacts.update, { params: { id }, body: { blocked: true }, as })
    await expect(contactOfNumber(company.id, connection, number)).rejects.toMatchObject({ code: 'ERR_CONTACT_BLOCKED' })
    expect(await commandsOf({ connectionId })).toEqual([])
  })

  it('gets no new ticket', async () => {
    const { company, as, contact, ticket, block } = await makeShop()
    await call(tickets.update, { params: { id: ticket.id }, body: { status: 'closed', sendFarewell: false }, as })
    await block(true)
    const made = await call(tickets.create, { body: { contactId: contact.id }, as })
    expect([made.status, made.error]).toEqual([422, 'ERR_CONTACT_BLOCKED'])
    expect(company.id).toBe(contact.companyId)
  })

  it('is sent nothing by itself: what waits fails and says why, a farewell stays away', async () => {
    const { companyId, connectionId, as, contact, ticket, block, accept } = await makeShop()
    await accept()
    await call(messages.create, { params: { ticketId: ticket.id }, body: { body: 'oi' }, as })
    await commandsOf({ connectionId })
    const made = newSchedule(companyId, {
      contactId: contact.id,
      whatsappId: null,
      user: { id: as.user.id, name: as.user.name },
      recurrence: 'daily',
      body: 'lembrete',
      sendAt: Date.now() + 1000,
    })
    await transact(made.writes)
    await block(true)
    await fire(scheduleTimer(made.schedule), made.schedule.sendAt)
    expect(await getSchedule(companyId, made.schedule.id, true)).toMatchObject({
      status: 'ERRO',
      reason: 'ERR_CONTACT_BLOCKED',
    })
    await sweepOutbox({ type: 'outbox', companyId, ticketId: ticket.id, dueAt: 0 } as never, Date.now() + 60_000)
    const [last] = await listMessages(companyId, ticket.id, { limit: 1 })
    expect(last).toMatchObject({ body: 'oi', error: 'ERR_CONTACT_BLOCKED' })
    const closed = await call(tickets.update, { params: { id: ticket.id }, body: { status: 'closed' }, as })
    expect(closed.body.status).toBe('closed')
    const { closedAt } = (await getTicket(companyId, ticket.id, true))!
    await sendFarewell({ type: 'farewell', companyId, ticketId: ticket.id, closedAt, dueAt: 0 } as Extract<
      Timer,
      { type: 'farewell' }
    >)
    expect(await commandsOf({ connectionId })).toEqual([])
  })

  it('is skipped by campaigns, which say so', async () => {
    const sender = await makeSender()
    const [number, other] = [someNumber(), someNumber()]
    const contact = await makeContact(sender.companyId, { name: 'Eva', number })
    await call(contacts.update, { params: { id: contact.id }, body: { blocked: true }, as: sender.company.admin })
    const campaign = await makeCampaign(sender, await makeList(sender, [number, other]))
    await start(campaign)
    await workJobs(sender.companyId)
    for (let i = 0; i < 3; i++) await tick(sender)
    const sent = await sentOf(sender)
    expect(sent.map(({ to }) => to.number)).toEqual([other])
    expect(await getRecipient(sender.companyId, campaign.id, number, true)).toMatchObject({
      state: 'failed',
      reason: 'ERR_CONTACT_BLOCKED',
    })
  })

  it('is blocked by who may edit it, in the log of its ticket', async () => {
    const { companyId, as, ticket, block, contact } = await makeShop()
    const queue = await makeQueue(companyId)
    const outsider = await makeUser(companyId, { queueIds: [queue.id] })
    const stranger = (await makeCompany()).admin
    await call(tickets.update, { params: { id: ticket.id }, body: { status: 'open', userId: as.user.id }, as })
    expect((await block(true, outsider)).error).toBe('ERR_NO_PERMISSION')
    expect((await block(true, stranger)).error).toBe('ERR_NO_CONTACT_FOUND')
    await block(true)
    await block(true)
    const logs = (await listLogs(companyId, ticket.id)).filter(({ type }) => type === 'contactChanged')
    expect(logs.map(({ changes }) => changes)).toEqual([[{ field: 'blocked', before: null, after: 'true' }]])
    const found = await call(contacts.list, { query: { searchParam: contact.name }, as })
    expect(found.body.contacts).toMatchObject([{ blocked: true }])
    for (const blocked of ['sim', null, 1])
      expect(
        (await call(contacts.update, { params: { id: contact.id }, body: { blocked: blocked as never }, as })).error,
      ).toBe('ERR_VALIDATION')
  })

  it('costs a company without one no read', async () => {
    stopClock()
    const { as, ticket, accept, companyId, block, contact } = await makeShop()
    await accept()
    const write = () =>
      metered(() => call(messages.create, { params: { ticketId: ticket.id }, body: { body: newId().slice(-4) }, as }))
    // The first call reads what a process keeps for a moment, once.
    const read = async () => Math.min(...[await write(), await write()].map(({ units }) => units.read))
    const before = await read()
    const other = await makeContact(companyId, { name: 'Eva' })
    await call(contacts.update, { params: { id: other.id }, body: { blocked: true }, as })
    expect((await read()) - before).toBe(1)
    await call(contacts.remove, { params: { id: other.id }, as })
    expect(await read()).toBe(before)
    expect([(await block(true)).status, contact.blocked]).toEqual([200, undefined])
  })
})
