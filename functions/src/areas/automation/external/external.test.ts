import { external } from '@balcao/shared/api/automation/external.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makePlan } from '../../../../test/harness.ts'
import { batchOf, type Fixture, inbound, makeFixture } from '../../../../test/pipeline-fixture.ts'
import { replaceApiToken } from '../../../data/channels/whatsapp.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { findLiveTicket } from '../../../data/tickets/ticket.ts'
import { handler } from '../../../workers/inbound/handler.ts'

type World = Fixture & { token: string; ticketId: string }

async function world(plan = {}): Promise<World> {
  const fixture = await makeFixture({ planId: (await makePlan(plan)).id })
  const token = `t-${newId()}`
  await replaceApiToken(fixture.companyId, fixture.connectionId, token)
  const events = ['um', 'dois', 'três'].map(body => inbound(fixture, { body }))
  for (const event of events) await handler(batchOf([event]))
  const contact = (await findContactByNumber(fixture.companyId, fixture.number))!
  const ticket = (await findLiveTicket(fixture.companyId, fixture.connectionId, contact.id))!
  return { ...fixture, token, ticketId: ticket.id }
}

let here: World
let there: World

beforeAll(async () => {
  here = await world()
  there = await world()
})

const headers = ({ token }: World) => ({ authorization: `Bearer ${token}` })

describe('another system, with a connection’s token', () => {
  it('finds a contact and its ticket, and reads its messages page by page', async () => {
    const contact = (await call(external.contact, { query: { number: `+${here.number}` }, headers: headers(here) }))
      .body
    expect(contact).toMatchObject({ number: here.number, ticketId: here.ticketId })
    const ticket = (await call(external.ticket, { query: { id: here.ticketId }, headers: headers(here) })).body
    expect(ticket).toMatchObject({ id: here.ticketId, status: 'pending', contact: { id: contact.id } })
    const first = (
      await call(external.messages, { query: { ticketId: here.ticketId, limit: 2 }, headers: headers(here) })
    ).body
    expect(first.messages.map(({ body }) => body)).toEqual(['três', 'dois'])
    const query = { ticketId: here.ticketId, limit: 2, cursor: first.nextCursor! }
    const rest = (await call(external.messages, { query, headers: headers(here) })).body
    expect([rest.messages.map(({ body }) => body), rest.hasMore]).toEqual([['um'], false])
  })
  it('knows nothing of another company, without a token nothing at all, nor without the plan’s feature', async () => {
    const of = there.ticketId
    expect((await call(external.ticket, { query: { id: of }, headers: headers(here) })).error).toBe(
      'ERR_NO_TICKET_FOUND',
    )
    expect((await call(external.messages, { query: { ticketId: of }, headers: headers(here) })).error).toBe(
      'ERR_NO_TICKET_FOUND',
    )
    expect((await call(external.contact, { query: { number: there.number }, headers: headers(here) })).error).toBe(
      'ERR_NO_CONTACT_FOUND',
    )
    expect((await call(external.order, { query: { number: 1 }, headers: headers(here) })).error).toBe(
      'ERR_NO_BUDGET_FOUND',
    )
    expect((await call(external.ticket, { query: { id: of } })).status).toBe(401)
    const poor = await world({ useExternalApi: false })
    expect((await call(external.ticket, { query: { id: poor.ticketId }, headers: headers(poor) })).error).toBe(
      'ERR_PLAN_FEATURE',
    )
  })
})
