import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Gate, openGate } from '../../../test/gate.ts'
import { makeCompany, makeWhatsapp } from '../../../test/harness.ts'
import { killAtCall } from '../../../test/kill-at-call.ts'
import { batchOf, inbound } from '../../../test/pipeline-fixture.ts'
import { someNumber } from '../../../test/some-number.ts'
import { findContactByNumber } from '../../data/contacts/contact.ts'
import { getContact } from '../../data/contacts/contact-row.ts'
import { mergeByUser, undoMerge } from '../../data/contacts/merge-by-user.ts'
import { getMerge } from '../../data/contacts/merge-row.ts'
import type { JobRow } from '../../data/jobs/job.ts'
import { getJob } from '../../data/jobs/job.ts'
import { listMessages } from '../../data/tickets/message.ts'
import { changeTicket, findLiveTicket } from '../../data/tickets/ticket.ts'
import { contactSource, linkedTickets } from '../../data/tickets/ticket-link.ts'
import { listLogs } from '../../data/tickets/ticket-log.ts'
import { handler as inboundHandler } from '../../workers/inbound/handler.ts'

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())

/**
 * Works on a job by processes of which each is killed behind one more of its transactions, until
 * one comes to its end; answers how many were killed.
 */
async function killEachTransaction({ companyId, id }: JobRow): Promise<number> {
  let kills = 0
  for (let nth = 1; ; nth++) {
    const { seq } = (await getJob(companyId, id, true))!
    const message = { type: 'step', companyId, jobId: id, seq }
    const at = { nth, moment: 'after', operation: 'TransactWriteItems' } as const
    if (await killAtCall(gate, at, 'jobs', message)) kills++
    else nth = 0
    if ((await getJob(companyId, id, true))!.status === 'done') return kills
    expect(kills).toBeLessThan(60)
  }
}

it('conversations are moved once, and given back once, wherever their processes are killed', {
  timeout: 300_000,
}, async () => {
  const company = await makeCompany()
  const companyId = company.id
  const by = { id: company.admin.user.id, name: company.admin.user.name }
  const { id: connectionId } = await makeWhatsapp(companyId)
  const fixture = { companyId, connectionId, adminId: by.id, queues: [] }
  const receive = async (number: string, body: string) => {
    const { batchItemFailures } = await inboundHandler(batchOf([inbound({ ...fixture, number }, { body })]))
    expect(batchItemFailures).toEqual([])
    const contact = (await findContactByNumber(companyId, number))!
    return { contact, ticket: (await findLiveTicket(companyId, connectionId, contact.id))! }
  }
  const [a, b] = [someNumber(), someNumber()]
  const { contact: ana } = await receive(a, 'a')
  const { contact: eva, ticket: past } = await receive(b, 'b 1')
  await changeTicket(companyId, past.id, () => ({ set: { status: 'closed' } }))
  const { ticket: theirs } = await receive(b, 'b 2')
  const ticketsOf = (id: string) => linkedTickets(companyId, contactSource(id), { limit: 10, consistent: true })
  const moves = async (id: string) =>
    (await listLogs(companyId, id)).filter(({ changes }) => changes?.some(({ field }) => field === 'merge')).length

  const merged = await mergeByUser(companyId, ana.id, eva.id, by)
  expect(await killEachTransaction(merged.job!)).toBeGreaterThan(3)
  expect((await getMerge(companyId, merged.merge.id))!.state).toBe('merged')
  expect([await ticketsOf(eva.id), (await ticketsOf(ana.id)).length]).toEqual([[], 3])
  expect([await moves(past.id), await moves(theirs.id)]).toEqual([1, 1])
  const { contact: writer, ticket: live } = await receive(b, 'b 3')
  expect([writer.id, live.contact.number]).toEqual([ana.id, b])

  const undone = await undoMerge(companyId, ana.id, by)
  expect(await killEachTransaction(undone.job)).toBeGreaterThan(3)
  expect((await getMerge(companyId, merged.merge.id))!.state).toBe('undone')
  expect((await ticketsOf(eva.id)).sort()).toEqual([past.id, theirs.id].sort())
  expect([await moves(past.id), await moves(theirs.id)]).toEqual([2, 2])
  const back = await receive(b, 'b 4')
  expect([back.contact.id, back.ticket.id, back.contact.absorbs]).toEqual([eva.id, theirs.id, null])
  expect((await getContact(companyId, ana.id, true))!.others ?? []).toEqual([])
  const words = await listMessages(companyId, theirs.id, { limit: 10 })
  expect(words.map(({ body }) => body)).toEqual(['b 4', 'b 2'])
})
