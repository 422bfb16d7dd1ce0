import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { JobMessage, Reply } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { keys } from '@balcao/shared/table.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../test/fake-gateway.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { makeTicket } from '../../../test/make-ticket.ts'
import { batchOf, commandsOf, type Fixture, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { startSession } from '../../../test/start-session.ts'
import { deleteWhatsapp } from '../../data/channels/whatsapp.ts'
import { changeContact, findContactByNumber } from '../../data/contacts/contact.ts'
import { deleteContact } from '../../data/contacts/contact-removal.ts'
import { getContact } from '../../data/contacts/contact-row.ts'
import { getJob, newJob } from '../../data/jobs/job.ts'
import { documentClient, tableName } from '../../data/table/client.ts'
import { rowCount, ticketCountsByQueue } from '../../data/table/counter.ts'
import { firstOf } from '../../data/table/page.ts'
import { transact } from '../../data/table/transact.ts'
import { requireUser } from '../../data/team/user.ts'
import { findMessageByWhatsappId, listMessages } from '../../data/tickets/message.ts'
import { countTags, createTag, getTag, tagRef } from '../../data/tickets/tag.ts'
import { changeTicket, findLiveTicket, getTicket, getTickets } from '../../data/tickets/ticket.ts'
import { contactSource, linkedTickets, relinkTags } from '../../data/tickets/ticket-link.ts'
import { contactTickets } from '../../data/tickets/ticket-list.ts'
import { listLogs } from '../../data/tickets/ticket-log.ts'
import { contactNotes, createNote } from '../../data/tickets/ticket-note.ts'
import { deleteTicket } from '../../data/tickets/ticket-removal.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'
import { signAccessToken } from '../../http/tokens.ts'
import { putObject, readObjectHead } from '../../integrations/storage.ts'
import { handler as inboundHandler } from '../inbound/handler.ts'
import { handler } from './handler.ts'

const run = async (...jobs: JobMessage[]) =>
  expect(await handler(batchOf(jobs.map(job => JSON.stringify(job))))).toEqual({ batchItemFailures: [] })

async function talking() {
  const fixture = await makeFixture()
  const message = inbound(fixture)
  await inboundHandler(batchOf([message]))
  const contact = (await findContactByNumber(fixture.companyId, fixture.number))!
  const ticket = (await findLiveTicket(fixture.companyId, fixture.connectionId, contact.id))!
  return { fixture, message, contact, ticket }
}

/** Answers the session host's part: the first profile picture asked for. */
async function answer(fixture: Fixture, reply: Reply): Promise<number> {
  const asked = (await commandsOf(fixture)).flatMap(command => (command.type === 'profilePicture' ? [command] : []))
  for (const { companyId, requestId } of asked)
    await documentClient().send(
      new PutCommand({ TableName: tableName(), Item: { ...keys.reply(companyId, requestId), reply } }),
    )
  return asked.length
}

let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterAll(() => gateway.close())

describe('jobs', () => {
  it('take away what belonged to a deleted ticket, and nothing of a living one', async () => {
    const { fixture, message, ticket } = await talking()
    const { companyId, connectionId } = fixture
    const job = { type: 'removeTicket' as const, companyId, ticketId: ticket.id }
    await run(job)
    expect(await listMessages(companyId, ticket.id, { limit: 5 })).toHaveLength(1)
    await deleteTicket(companyId, ticket.id)
    await run(job, job)
    expect(await listMessages(companyId, ticket.id, { limit: 5 })).toEqual([])
    expect(await findMessageByWhatsappId(companyId, connectionId, message.whatsappMessageId)).toBeUndefined()
  })

  it('leave the file that a queue keeps when a ticket goes that showed it', async () => {
    const fixture = await makeFixture()
    const { companyId, connectionId } = fixture
    const file = (folder: string) => `${companyId}/media/${folder}/${newId()}`
    const [kept, own] = [file('kept'), file(newId())]
    for (const key of [kept, own]) {
      await putObject(key, Buffer.from('x'), 'image/png')
      const media = { kind: 'image' as const, mimetype: 'image/png', key }
      await inboundHandler(batchOf([inbound(fixture, { kind: 'media', media })]))
    }
    const contact = (await findContactByNumber(companyId, fixture.number))!
    const ticket = (await findLiveTicket(companyId, connectionId, contact.id))!
    expect(await listMessages(companyId, ticket.id, { limit: 5 })).toHaveLength(2)
    await deleteTicket(companyId, ticket.id)
    await run({ type: 'removeTicket', companyId, ticketId: ticket.id })
    expect(await readObjectHead(own, 1)).toBeUndefined()
    expect(await readObjectHead(kept, 1)).toBeDefined()
  })

  it('carry a new name to the tickets', async () => {
    const { fixture, contact, ticket } = await talking()
    await changeContact(fixture.companyId, contact.id, { name: 'Maria Souza' })
    await run({ type: 'rename', companyId: fixture.companyId, entity: 'contact', id: contact.id })
    expect((await getTicket(fixture.companyId, ticket.id))?.contact.name).toBe('Maria Souza')
  })

  it('put a deleted user’s tickets back into the queue', async () => {
    const { fixture, ticket } = await talking()
    const user = { id: newId(), name: 'Bia' }
    await changeTicket(fixture.companyId, ticket, () => ({ set: { status: 'open', user } }))
    await run({ type: 'removeUser', companyId: fixture.companyId, userId: user.id })
    expect(await getTicket(fixture.companyId, ticket.id)).toMatchObject({ status: 'pending', user: null })
  })

  it('fetch a profile picture once a day', async () => {
    const { fixture, contact } = await talking()
    const { companyId, connectionId } = fixture
    const job = { type: 'refreshProfilePicture' as const, companyId, connectionId, contactId: contact.id }
    const key = `${companyId}/media/pictures/a.jpg`
    const running = run(job)
    let asked = 0
    while (asked === 0) asked = await answer(fixture, { type: 'profilePicture', key })
    await running
    expect(await getContact(companyId, contact.id)).toMatchObject({ picture: key })
    await run(job)
    expect(await answer(fixture, { type: 'profilePicture', key: null })).toBe(0)
  })

  it('close the tickets of a deleted connection and take its credentials away', async () => {
    const { fixture, ticket } = await talking()
    const { companyId, connectionId } = fixture
    const { pk } = keys.auth(companyId, connectionId)
    for (let i = 0; i < 30; i++)
      await documentClient().send(new PutCommand({ TableName: tableName(), Item: { pk, sk: `auth#${i}` } }))
    const rows = async () => {
      const { Items = [] } = await documentClient().send(
        new QueryCommand({
          TableName: tableName(),
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': pk },
        }),
      )
      return Items.length
    }
    const job = { type: 'removeConnection' as const, companyId, connectionId }
    await run(job)
    expect(await rows()).toBe(30)
    await deleteWhatsapp(companyId, connectionId)
    await run(job, job)
    expect(await rows()).toBe(0)
    expect((await getTicket(companyId, ticket.id))?.status).toBe('closed')
    const logs = await listLogs(companyId, ticket.id)
    expect(logs.filter(({ type }) => type === 'closed')).toHaveLength(1)
  })

  describe('of a deleted contact', () => {
    /**
     * A contact with tickets, closed one after the other, each with a message and a note; the last
     * has a tag and a file.
     */
    async function withHistory(count: number) {
      const fixture = await makeFixture()
      const { companyId, connectionId } = fixture
      const tickets: TicketRow[] = []
      const tag = await createTag(companyId, { name: 'VIP', color: '#123456', kanban: 0 })
      const key = `${companyId}/media/${newId()}`
      await putObject(key, Buffer.from('x'), 'image/png')
      for (let i = 0; i < count; i++) {
        const media = { kind: 'image' as const, mimetype: 'image/png', key }
        await inboundHandler(batchOf([inbound(fixture, i === 0 ? { kind: 'media', media } : {})]))
        const contact = (await findContactByNumber(companyId, fixture.number))!
        const ticket = (await findLiveTicket(companyId, connectionId, contact.id))!
        await createNote(companyId, {
          note: 'nota',
          ticketId: ticket.id,
          contactId: contact.id,
          user: { id: newId(), name: 'Ana' },
        })
        const { ticket: closed } = await changeTicket(companyId, ticket, () => ({
          set: { status: 'closed', ...(i === 0 ? { tags: [tagRef(tag)] } : {}) },
          extra:
            i === 0 ? [...countTags(companyId, [], [tag.id]), ...relinkTags(companyId, ticket.id, [], [tag.id])] : [],
        }))
        tickets.push(closed)
      }
      const contact = (await findContactByNumber(companyId, fixture.number))!
      return { fixture, companyId, contact, tickets, tag, key }
    }

    const BY = { id: newId(), name: 'Ana' }
    /** Deletes a contact and answers the messages of the steps that are left. */
    const removal = async (companyId: string, contactId: string) => {
      const { job } = (await deleteContact(companyId, contactId, BY))!
      return (seq = 0) => ({ type: 'step' as const, companyId, jobId: job!.id, seq })
    }
    const closedCount = async (companyId: string) =>
      [...(await ticketCountsByQueue(companyId)).values()].reduce((sum, { closed }) => sum + closed, 0)

    it('take its tickets away with all that is in them, and keep the counts right', async () => {
      const { companyId, contact, tickets, tag, key } = await withHistory(3)
      expect([await closedCount(companyId), (await getTag(companyId, tag.id))?.ticketsCount]).toEqual([3, 1])
      // Not while it is there.
      const early = newJob(companyId, {
        kind: 'contactRemoval',
        user: BY,
        state: { contactId: contact.id, picture: null },
      })
      await transact(early.writes)
      await run({ type: 'step', companyId, jobId: early.job.id, seq: 0 })
      expect(await firstOf(contactTickets(companyId, contact.id), 100)).toHaveLength(3)
      const step = await removal(companyId, contact.id)
      await run(step())
      await run(step())
      expect(await getJob(companyId, step().jobId)).toMatchObject({ status: 'done', done: 3, total: 3, listed: false })
      expect(
        await getTickets(
          companyId,
          tickets.map(({ id }) => id),
        ),
      ).toEqual([])
      for (const { id } of tickets) {
        expect(await listMessages(companyId, id, { limit: 5 })).toEqual([])
        expect(await listLogs(companyId, id)).toEqual([])
      }
      expect(await firstOf(contactNotes(companyId, contact.id), 100)).toEqual([])
      expect(await readObjectHead(key, 1)).toBeUndefined()
      expect(await linkedTickets(companyId, contactSource(contact.id), { limit: 5, consistent: true })).toEqual([])
      expect([await closedCount(companyId), (await getTag(companyId, tag.id))?.ticketsCount]).toEqual([0, 0])
      expect(await rowCount(companyId, 'contacts')).toBe(0)
    })

    it('go on where an earlier try stopped', async () => {
      const { companyId, contact, tickets } = await withHistory(2)
      const step = await removal(companyId, contact.id)
      // So far the earlier one came: the ticket is gone, its messages are not.
      await deleteTicket(companyId, tickets[0]!.id, { keepContactLink: true })
      await run(step())
      for (const { id } of tickets) expect(await listMessages(companyId, id, { limit: 5 })).toEqual([])
      expect(await closedCount(companyId)).toBe(0)
    })

    it('tell the browsers, and take the picture unless it is shown by somebody again', async () => {
      const { fixture, companyId, contact } = await withHistory(1)
      const actor = {
        userId: fixture.adminId,
        companyId,
        profile: 'admin' as const,
        super: false,
        permissions: [],
        sessionId: newId(),
      }
      await startSession(actor)
      const user = await requireUser(companyId, fixture.adminId)
      const browser = await gateway.open({ user, actor, token: await signAccessToken(actor) })
      await browser.send({ action: 'joinTickets', status: 'closed' })
      browser.received.length = 0
      const picture = `${companyId}/media/pictures/${newId()}.jpg`
      await putObject(picture, Buffer.from('x'), 'image/jpeg')
      await changeContact(companyId, contact.id, { picture })
      const step = await removal(companyId, contact.id)
      await run(step())
      expect(browser.received.map(({ payload }) => payload)).toMatchObject([{ action: 'delete', status: 'closed' }])
      expect(await readObjectHead(picture, 1)).toBeUndefined()

      await putObject(picture, Buffer.from('x'), 'image/jpeg')
      const { number } = fixture
      const again = await makeContact(companyId, { number })
      await changeContact(companyId, again.id, { picture })
      const later = await removal(companyId, again.id)
      await changeContact(companyId, (await makeContact(companyId, { number })).id, { picture })
      await run(later())
      expect(await readObjectHead(picture, 1)).toBeDefined()
    })

    it('go through many tickets in several runs', async () => {
      const { companyId, contact } = await withHistory(1)
      const whatsapp = { id: newId(), name: 'Loja' }
      for (let i = 0; i < 30; i++) {
        const ticket = await makeTicket(companyId, { contact, whatsapp })
        await changeTicket(companyId, ticket, () => ({ set: { status: 'closed' } }))
      }
      const step = await removal(companyId, contact.id)
      const of = { subject: contact.name, total: 31, listed: true }
      await run(step(0))
      expect(await closedCount(companyId)).toBe(6)
      expect(await getJob(companyId, step().jobId)).toMatchObject({ ...of, status: 'running', done: 25, seq: 1 })
      await run(step(1))
      expect(await closedCount(companyId)).toBe(0)
      expect(await getJob(companyId, step().jobId)).toMatchObject({ ...of, status: 'done', done: 31 })
    })
  })

  it('that cannot be read fail, the others run', async () => {
    const { fixture, contact } = await talking()
    const good = JSON.stringify({ type: 'rename', companyId: fixture.companyId, entity: 'contact', id: contact.id })
    expect(await handler(batchOf([good, 'nonsense', good]))).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] })
    expectLogged('the message cannot be read', 1)
  })
})
