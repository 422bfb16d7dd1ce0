import { settings } from '@balcao/shared/api/company/settings.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { type AgentFixture, makeAgent } from '../../test/agent-fixture.ts'
import { call, makeQueue } from '../../test/harness.ts'
import { useSimulators } from '../../test/use-simulators.ts'
import { tokenUse } from '../data/automation/token-use.ts'
import { listLogs } from '../data/tickets/ticket-log.ts'
import { ticketNotes } from '../data/tickets/ticket-note.ts'
import { deleteTicket } from '../data/tickets/ticket-removal.ts'
import { summarizeTicket } from './summarize-ticket.ts'

const { sim } = await useSimulators()
const script = (given: object) => sim('POST', 'bots/openai', given)
const asked = async () => (await sim<unknown[]>('GET', 'bots/openai/calls')).length

beforeEach(async () => {
  await script({})
  await sim('DELETE', 'bots/openai/calls')
})

/** Returns a company whose contact wrote twice, its ticket accepted by the admin. */
async function talk() {
  const it = await makeAgent()
  for (const body of ['Bom dia', 'Meu pedido não chegou']) await it.write({ body })
  const { id } = await it.ticket()
  await call(tickets.update, { as: it.company.admin, params: { id }, body: { status: 'open', userId: it.adminId } })
  await sim('DELETE', 'bots/openai/calls')
  return { ...it, ticketId: id }
}

async function transfer({ company, companyId, ticketId }: AgentFixture & { ticketId: string }) {
  const queue = await makeQueue(companyId)
  const body = { status: 'pending' as const, queueId: queue.id, userId: null }
  expect((await call(tickets.update, { as: company.admin, params: { id: ticketId }, body })).status).toBe(200)
  const log = (await listLogs(companyId, ticketId)).findLast(({ type }) => type === 'transfered')
  return { type: 'summarizeTicket' as const, companyId, ticketId, logId: log!.id }
}

describe('a ticket that is passed on', () => {
  it('gets one summary each time, however often the work is delivered', async () => {
    const talked = await talk()
    const job = await transfer(talked)
    const before = (await talked.notes()).length
    await script({ replies: ['O pedido não chegou. Falta ver a entrega.', 'Outro'] })
    await summarizeTicket(job)
    await summarizeTicket(job)
    expect((await talked.notes()).length).toBe(before + 1)
    expect((await talked.notes()).filter(note => note.includes('O pedido não chegou'))).toHaveLength(1)
    expect(await asked()).toBe(1)
  })

  it('gets none where the model fails, and the work is done', async () => {
    const talked = await talk()
    const job = await transfer(talked)
    const before = await talked.notes()
    await script({ fail: { status: 401 } })
    await summarizeTicket(job)
    expect([await asked(), await talked.notes()]).toEqual([1, before])
  })

  it('gets none once it is deleted, since nobody would remove the note; its tokens are counted', async () => {
    const { companyId, ...talked } = await talk()
    const job = await transfer({ companyId, ...talked })
    const before = (await tokenUse(companyId)).tokens
    await script({ replies: ['Tarde demais.'], delayMs: 500 })
    const writing = summarizeTicket(job)
    await expect.poll(asked).toBe(1)
    await deleteTicket(companyId, job.ticketId)
    await writing
    const { rows } = await ticketNotes(companyId, job.ticketId)(50, undefined)
    expect(rows.filter(({ row }) => row.note.includes('Tarde'))).toEqual([])
    expect((await tokenUse(companyId)).tokens).toBeGreaterThan(before)
  })

  it('gets none once the month’s tokens are spent', async () => {
    const talked = await talk()
    const as = talked.company.admin
    await summarizeTicket(await transfer(talked))
    await call(settings.update, { as, params: { key: 'openAiMonthlyTokens' }, body: { value: '1' } })
    const id = talked.ticketId
    await call(tickets.update, { as, params: { id }, body: { status: 'open', userId: talked.adminId } })
    const again = await transfer(talked)
    await sim('DELETE', 'bots/openai/calls')
    await summarizeTicket(again)
    expect(await asked()).toBe(0)
  })
})
