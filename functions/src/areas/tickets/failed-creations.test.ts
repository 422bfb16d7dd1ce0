import { ticketsArea } from '@balcao/shared/api/index.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { call, makeCompany, makeWhatsapp, type TestCompany } from '../../../test/harness.ts'
import { createContact } from '../../data/contacts/contact.ts'
import { documentClient } from '../../data/table/client.ts'
import { firstOf } from '../../data/table/page.ts'
import { contactTickets } from '../../data/tickets/ticket-list.ts'

const { tickets, messages } = ticketsArea.resources

let company: TestCompany
let contactId: string
beforeAll(async () => {
  company = await makeCompany()
  await makeWhatsapp(company.id, { isDefault: true })
  const number = `5511957${String(Date.now() % 1e6).padStart(6, '0')}`
  contactId = (await createContact(company.id, { name: 'Maria', number, email: '', extraInfo: [] })).id
})
afterEach(() => vi.restoreAllMocks())

/** The table takes no transaction, as while it is away. */
function breakTransactions() {
  const client = documentClient()
  const send = client.send.bind(client)
  vi.spyOn(client, 'send').mockImplementation(((command: object, ...rest: never[]) =>
    command.constructor.name === 'TransactWriteCommand'
      ? Promise.reject(new Error('the table is away'))
      : send(command as never, ...rest)) as never)
}

describe('what could not be stored', () => {
  it('is a ticket that can be asked for again', async () => {
    const create = () => call(tickets.create, { as: company.admin, body: { contactId } })
    breakTransactions()
    const failed = await create()
    expect([failed.status, failed.error]).toEqual([503, 'ERR_CREATING_TICKET'])
    expectLogged('ERR_CREATING_TICKET')
    vi.restoreAllMocks()
    expect(await firstOf(contactTickets(company.id, contactId), 5)).toEqual([])
    expect((await create()).status).toBe(201)
    // What has a code of its own keeps it.
    expect((await create()).error).toBe('ERR_OTHER_OPEN_TICKET')
  })

  it('is a message that can be sent again', async () => {
    const [{ id: ticketId } = { id: '' }] = await firstOf(contactTickets(company.id, contactId), 1)
    const clientId = crypto.randomUUID()
    const send = () =>
      call(messages.create, { as: company.admin, params: { ticketId }, body: { body: 'Oi', clientId } })
    breakTransactions()
    const failed = await send()
    expect([failed.status, failed.error]).toEqual([503, 'ERR_CREATING_MESSAGE'])
    expectLogged('ERR_CREATING_MESSAGE')
    vi.restoreAllMocks()
    expect((await send()).body.messages).toHaveLength(1)
  })
})
