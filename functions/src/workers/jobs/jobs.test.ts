import { PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Job, Reply } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { keys } from '@balcao/shared/table.ts'
import { describe, expect, it } from 'vitest'
import { batchOf, commandsOf, type Fixture, inbound, makeFixture } from '../../../test/pipeline-fixture.ts'
import { documentClient, tableName } from '../../data/client.ts'
import { changeContact, findContactByNumber, getContact } from '../../data/contact.ts'
import { findMessageByWhatsappId, listMessages } from '../../data/message.ts'
import { changeTicket, findLiveTicket, getTicket } from '../../data/ticket.ts'
import { listLogs } from '../../data/ticket-log.ts'
import { deleteTicket } from '../../data/ticket-removal.ts'
import { deleteWhatsapp } from '../../data/whatsapp.ts'
import { handler as inboundHandler } from '../inbound/handler.ts'
import { handler } from './handler.ts'

const run = async (...jobs: Job[]) =>
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

  it('that cannot be read fail, the others run', async () => {
    const { fixture, contact } = await talking()
    const good = JSON.stringify({ type: 'rename', companyId: fixture.companyId, entity: 'contact', id: contact.id })
    expect(await handler(batchOf([good, 'nonsense', good]))).toEqual({ batchItemFailures: [{ itemIdentifier: 'm1' }] })
  })
})
