/**
 * Every way in which a ticket begins to wait or to be served arms what is due then, in the
 * transaction itself.
 */
import { ticketsArea } from '@balcao/shared/api/index.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp, type TestCompany } from '../../test/harness.ts'
import { makeContact } from '../../test/make-contact.ts'
import { batchOf } from '../../test/pipeline-fixture.ts'
import { someNumber } from '../../test/some-number.ts'
import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { saveNumberCheck } from '../data/contacts/number-check.ts'
import { deleteUser } from '../data/team/user.ts'
import { requireTicket } from '../data/tickets/ticket.ts'
import { minuteOf, timersOf } from '../data/timers/timer.ts'
import { handler as jobs } from '../workers/jobs/handler.ts'

const { tickets, messages } = ticketsArea.resources
const MINUTE = 60_000
const TRANSFER = 7
const EXPIRY = 30

let company: TestCompany
let whatsapp: WhatsappRow
let queues: Awaited<ReturnType<typeof makeQueue>>[]

beforeAll(async () => {
  company = await makeCompany()
  queues = [await makeQueue(company.id), await makeQueue(company.id)]
  whatsapp = await makeWhatsapp(company.id, {
    isDefault: true,
    timeToTransfer: TRANSFER,
    transferQueueId: queues[1]!.id,
    expiresTicket: EXPIRY,
  })
})

/** Returns the types of the timers of a ticket that are due `minutes` from now. */
async function armed(ticketId: string, minutes: number): Promise<Timer['type'][]> {
  const at = minuteOf(Date.now() + minutes * MINUTE)
  const found = (await Promise.all([at - 1, at, at + 1].map(timersOf))).flat()
  return found.flatMap(({ timer }) =>
    'ticketId' in timer && timer.ticketId === ticketId && timer.type !== 'outbox' ? [timer.type] : [],
  )
}

async function start(body: object = {}) {
  const contact = await makeContact(company.id)
  const made = await call(tickets.create, {
    body: { contactId: contact.id, queueId: queues[0]!.id, whatsappId: whatsapp.id, ...body },
    as: company.admin,
  })
  expect(made.status).toBe(201)
  return made.body
}

const update = async (id: string, body: object) => {
  const answer = await call(tickets.update, { params: { id }, body, as: company.admin })
  expect(answer.status).toBe(200)
}

describe('a ticket that waits is armed for its transfer', () => {
  it('when the public API made it', async () => {
    const number = someNumber()
    await saveNumberCheck(company.id, number, { exists: true, number, lid: null })
    const authorizer = { companyId: company.id, connectionId: whatsapp.id }
    const sent = await call(messages.send, { body: { number, body: 'Seu pedido saiu' }, authorizer })
    expect(sent.status).toBe(202)
    expect(await armed(sent.body.ticketId, TRANSFER)).toEqual(['transferPending'])
    expect(await requireTicket(company.id, sent.body.ticketId)).toMatchObject({ status: 'pending', version: 2 })
  })

  it('when it was started as pending', async () => {
    const { id } = await start({ status: 'pending' })
    expect(await armed(id, TRANSFER)).toEqual(['transferPending'])
    expect(await requireTicket(company.id, id)).toMatchObject({ version: 1 })
  })

  it('when it is returned to the queue, or transferred to one', async () => {
    const [returned, transferred] = [await start(), await start()]
    await update(returned.id, { status: 'pending' })
    await update(transferred.id, { queueId: queues[0]!.id, userId: null })
    for (const { id } of [returned, transferred]) expect(await armed(id, TRANSFER)).toEqual(['transferPending'])
  })

  it('when its attendant is deleted', async () => {
    const user = await makeUser(company.id, { queueIds: [queues[0]!.id] })
    const { id } = await start({ userId: user.user.id })
    expect(await armed(id, TRANSFER)).toEqual([])
    await deleteUser(user.user)
    const job = JSON.stringify({ type: 'removeUser', companyId: company.id, userId: user.user.id })
    expect(await jobs(batchOf([job, job]))).toEqual({ batchItemFailures: [] })
    expect(await requireTicket(company.id, id)).toMatchObject({ status: 'pending', user: null })
    expect(await armed(id, TRANSFER)).toEqual(['transferPending'])
  })

  it('by the connection it is moved to', async () => {
    const other = await makeWhatsapp(company.id, { timeToTransfer: 50, transferQueueId: queues[1]!.id })
    const { id } = await start({ status: 'pending' })
    await update(id, { whatsappId: other.id })
    expect(await armed(id, 50)).toEqual(['transferPending'])
  })
})

describe('a ticket that is served is armed for its expiry', () => {
  it('when it is started, accepted or reopened', async () => {
    const [started, accepted, reopened] = [await start(), await start({ status: 'pending' }), await start()]
    await update(accepted.id, { status: 'open', userId: company.admin.user.id })
    await update(reopened.id, { status: 'closed', sendFarewell: false })
    expect((await requireTicket(company.id, reopened.id)).expiryAt).toBeNull()
    await update(reopened.id, { status: 'open' })
    for (const { id } of [started, accepted, reopened]) {
      expect(await armed(id, EXPIRY)).toEqual(['expireTicket'])
      expect((await requireTicket(company.id, id)).expiryAt).toBeGreaterThan(Date.now())
    }
  })
})
