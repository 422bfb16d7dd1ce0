import { ticketsArea } from '@balcao/shared/api/index.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { call, makeCompany, makeWhatsapp, type TestCompany } from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { requireWhatsapp } from '../../data/channels/whatsapp.ts'
import { requireContact } from '../../data/contacts/contact.ts'
import { documentClient } from '../../data/table/client.ts'
import { firstOf } from '../../data/table/page.ts'
import { contactTickets } from '../../data/tickets/ticket-list.ts'
import { writeToContact } from '../../messaging/write-to-contact.ts'

const { tickets, messages } = ticketsArea.resources

let company: TestCompany
let connectionId: string
let contactId: string
beforeAll(async () => {
  company = await makeCompany()
  connectionId = (await makeWhatsapp(company.id, { isDefault: true })).id
  contactId = (await makeContact(company.id)).id
})
afterEach(() => vi.restoreAllMocks())

type Transaction = { input: { TransactItems: { Put?: { Item: { sk: string } } }[] } }

/** The table takes no transaction, or none of these, as while it is away. */
function breakTransactions(which: (transaction: Transaction) => boolean = () => true) {
  const client = documentClient()
  const send = client.send.bind(client)
  vi.spyOn(client, 'send').mockImplementation(((command: object, ...rest: never[]) =>
    command.constructor.name === 'TransactWriteCommand' && which(command as Transaction)
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
    // An error with its own code keeps it.
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

describe('what is stored, while its contact cannot be written', () => {
  const ofContacts = ({ input }: Transaction) => input.TransactItems.some(({ Put }) => Put?.Item.sk === 'contact')

  it('is a ticket that is answered', async () => {
    const { id } = await makeContact(company.id)
    breakTransactions(ofContacts)
    const made = await call(tickets.create, { as: company.admin, body: { contactId: id } })
    expect(made.status).toBe(201)
    expect((await requireContact(company.id, id)).whatsappId).toBeNull()
  })

  it('is a message that nobody sends again', async () => {
    const contact = await makeContact(company.id)
    const connection = await requireWhatsapp(company.id, connectionId)
    breakTransactions(ofContacts)
    const sent = await writeToContact(
      company.id,
      connection,
      contact,
      () => requireContact(company.id, contact.id),
      () => ({ content: { kind: 'text', body: 'Oi' }, origin: 'api' }),
    )
    expect(sent.message.body).toBe('Oi')
  })
})
