import { ticketsArea } from '@balcao/shared/api/index.ts'
import { expect, it } from 'vitest'
import { call, makeCompany, makeWhatsapp } from '../../../../test/harness.ts'
import { batchOf, inbound } from '../../../../test/pipeline-fixture.ts'
import { someNumber } from '../../../../test/some-number.ts'
import { saveSetting } from '../../../data/company/setting.ts'
import { findContactByNumber } from '../../../data/contacts/contact.ts'
import { transact } from '../../../data/table/transact.ts'
import { restoreLastTicket } from '../../../data/tickets/live-ticket.ts'
import { findLiveTicket, requireTicket } from '../../../data/tickets/ticket.ts'
import { handler } from '../../../workers/inbound/handler.ts'

const { tickets } = ticketsArea.resources

it.each([
  ['reopened ticket that is moved to another connection', true, false],
  ['closed ticket that is moved to another connection', false, false],
  ['reopened ticket that a killed process left in the row of the connection', true, true],
  ['closed ticket that a killed process left in the row of the connection', false, true],
])('of a %s, the next message over the first one begins a ticket', async (_, isReopened, isLeft) => {
  const { id: companyId, admin: as } = await makeCompany()
  const { id: connectionId } = await makeWhatsapp(companyId, { status: 'CONNECTED', isDefault: true })
  const other = await makeWhatsapp(companyId)
  await saveSetting(companyId, 'newTicketChatForDay', 'enabled')
  const number = someNumber()
  const fixture = { companyId, adminId: as.user.id, connectionId, queues: [], number }
  const receive = async () => {
    expect(await handler(batchOf([inbound(fixture)], number))).toEqual({ batchItemFailures: [] })
    return findLiveTicket(companyId, connectionId, (await findContactByNumber(companyId, number))!.id)
  }
  const update = async (id: string, body: object) =>
    expect((await call(tickets.update, { params: { id }, body, as })).status).toBe(200)
  const { id } = (await receive())!
  const open = { status: 'open', userId: as.user.id }
  await update(id, open)
  await update(id, { status: 'closed', sendFarewell: false })
  if (isReopened) await update(id, open)
  const before = await requireTicket(companyId, id)
  await update(id, { whatsappId: other.id })
  if (isLeft) await transact([restoreLastTicket(before, Date.now())])
  const next = (await receive())!
  expect(next.id).not.toBe(id)
  expect(next.whatsapp.id).toBe(connectionId)
})
