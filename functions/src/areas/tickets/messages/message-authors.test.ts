import { ticketsArea } from '@balcao/shared/api/index.ts'
import { messageId, newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestCompany, type TestUser } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { getMessage } from '../../../data/tickets/message.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import { storeMessage } from '../../../data/tickets/ticket.ts'
import { listLogs } from '../../../data/tickets/ticket-log.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'

const { messages } = ticketsArea.resources

let company: TestCompany
let ana: TestUser
let bruno: TestUser
let ticket: TicketRow

beforeAll(async () => {
  company = await makeCompany()
  ana = await makeUser(company.id, { allTicket: 'enabled' })
  bruno = await makeUser(company.id, { allTicket: 'enabled' })
  ticket = await makeTicket(company.id, { user: ana.user, status: 'open' })
})

async function send(given: Partial<MessageRow>): Promise<MessageRow> {
  const whatsappMessageId = newId()
  const done = await storeMessage(ticket, {
    id: await messageId(ticket.whatsapp.id, whatsappMessageId, Date.now()),
    connectionId: ticket.whatsapp.id,
    whatsappMessageId,
    body: 'antes',
    fromMe: true,
    mediaType: 'chat',
    origin: 'attendant',
    ...given,
  })
  if (done.outcome !== 'stored') throw new Error(done.outcome)
  return done.message
}

const edit = (id: string, as: TestUser, body = 'depois') =>
  call(messages.update, { params: { id }, body: { body }, as })
const remove = (id: string, as: TestUser) => call(messages.remove, { params: { id }, as })
const history = (id: string, as: TestUser) => call(messages.history, { params: { id }, as })
const ref = ({ user }: TestUser) => ({ id: user.id, name: user.name })
const anas = () => send({ user: ref(ana) })

describe('what a colleague wrote', () => {
  it('is edited and deleted by its author, who is named', async () => {
    const { id } = await anas()
    expect((await edit(id, ana)).body).toMatchObject({
      body: 'depois',
      editedBy: ref(ana),
      deletedBy: null,
      history: [{ body: 'antes', editedAt: expect.any(String), editedBy: ref(ana) }],
    })
    expect((await remove(id, ana)).body).toMatchObject({ isDeleted: true, body: '', deletedBy: ref(ana), history: [] })
  })

  it('is nothing another may change, whose try changes nothing', async () => {
    const { id } = await anas()
    const before = await getMessage(company.id, id)
    const logs = await listLogs(company.id, ticket.id)
    for (const refused of [await edit(id, bruno), await remove(id, bruno)])
      expect([refused.status, refused.error]).toEqual([403, 'ERR_NO_PERMISSION'])
    expect(await getMessage(company.id, id)).toEqual(before)
    expect(await listLogs(company.id, ticket.id)).toEqual(logs)
  })

  it('is changed by an admin in the own name', async () => {
    const { id } = await anas()
    expect((await edit(id, company.admin)).body).toMatchObject({ user: ref(ana), editedBy: ref(company.admin) })
    expect((await remove(id, company.admin)).body).toMatchObject({ deletedBy: ref(company.admin) })
    // A second time names the one who did it.
    expect((await remove(id, company.admin)).body).toMatchObject({ deletedBy: ref(company.admin) })
  })

  it('stands in the log of the ticket, by whom', async () => {
    const { id } = await anas()
    const before = (await listLogs(company.id, ticket.id)).length
    await edit(id, ana)
    await remove(id, company.admin)
    await remove(id, company.admin)
    const logs = (await listLogs(company.id, ticket.id)).slice(before)
    expect(logs.map(({ type, user }) => [type, user])).toEqual([
      ['messageEdited', ref(ana)],
      ['messageDeleted', ref(company.admin)],
    ])
  })

  it('keeps its texts for admins once it is deleted', async () => {
    const { id } = await anas()
    await edit(id, ana)
    await remove(id, ana)
    expect((await history(id, company.admin)).body.history).toMatchObject([
      { body: 'antes', editedBy: ref(ana) },
      { body: 'depois', editedAt: expect.any(String), editedBy: ref(ana) },
    ])
    expect((await history(id, ana)).status).toBe(403)
    const stranger = (await makeCompany()).admin
    expect((await history(id, stranger)).error).toBe('ERR_NO_MESSAGE_FOUND')
  })
})

describe('what no attendant wrote', () => {
  it.each([
    ['a bot', { origin: 'bot' }],
    ['an agent', { origin: 'machine' }],
    ['a campaign', { origin: 'campaign' }],
    ['the public API', { origin: 'api' }],
    ['the business phone', { origin: 'handset' }],
    ['a row from before authors were stored', { origin: 'attendant', user: null }],
  ] as const)('is an admin’s: %s', async (_, given) => {
    const { id } = await send(given)
    expect((await edit(id, ana)).error).toBe('ERR_NO_PERMISSION')
    expect((await remove(id, ana)).error).toBe('ERR_NO_PERMISSION')
    expect((await edit(id, company.admin)).body).toMatchObject({ editedBy: ref(company.admin) })
    expect((await remove(id, company.admin)).body).toMatchObject({ isDeleted: true })
  })

  it('is no exception where a user is named beside it', async () => {
    const { id } = await send({ origin: 'bot', user: ref(ana) })
    expect((await edit(id, ana)).error).toBe('ERR_NO_PERMISSION')
  })
})

it('is not changed by its author once the ticket is out of sight', async () => {
  const blind = await makeUser(company.id, { allTicket: 'disabled' })
  const { id } = await send({ user: ref(blind) })
  expect((await edit(id, blind)).error).toBe('ERR_NO_PERMISSION')
  expect((await remove(id, blind)).error).toBe('ERR_NO_PERMISSION')
})
