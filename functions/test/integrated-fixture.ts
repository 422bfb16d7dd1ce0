/**
 * A company whose one queue an integration answers, and what is said and noted there. The doubles
 * have to run, and the environment to name them.
 */

import { runBotReply } from '@balcao/functions/bots/run-bot-reply.ts'
import { findContactByNumber } from '@balcao/functions/data/contacts/contact.ts'
import { changeQueue } from '@balcao/functions/data/team/queue.ts'
import { listMessages } from '@balcao/functions/data/tickets/message.ts'
import { findLiveTicket, getTicket } from '@balcao/functions/data/tickets/ticket.ts'
import { ticketNotes } from '@balcao/functions/data/tickets/ticket-note.ts'
import { handler } from '@balcao/functions/workers/inbound/handler.ts'
import { queueIntegration } from '@balcao/shared/api/automation/queue-integrations.ts'
import { expect } from 'vitest'
import { call, makeCompany, makeQueue, makeWhatsapp } from './harness.ts'
import { batchOf, inbound } from './pipeline-fixture.ts'
import { someNumber } from './some-number.ts'

export async function makeIntegrated(body: Record<string, unknown>) {
  const company = await makeCompany()
  const companyId = company.id
  const as = company.admin
  const made = await call(queueIntegration.create, { as, body: { name: 'Robô', ...body } as never })
  expect(made.status).toBe(201)
  const [first, target] = [await makeQueue(companyId), await makeQueue(companyId)]
  await changeQueue(companyId, first, { integrationId: made.body.id, greetingMessage: '' })
  const { id: connectionId } = await makeWhatsapp(companyId, { queueIds: [first.id] })
  const contact = { companyId, adminId: as.user.id, connectionId, queues: [], number: someNumber() }
  const ticket = async () => {
    const row = await findContactByNumber(companyId, contact.number)
    return (await findLiveTicket(companyId, connectionId, row!.id))!
  }
  return {
    ...{ as, companyId, connectionId, integration: made.body, queue: first, target, ticket, contact },
    write: async (...texts: string[]) => {
      for (const text of texts)
        expect((await handler(batchOf([inbound(contact, { body: text })]))).batchItemFailures).toEqual([])
      return ticket()
    },
    /** The contact writes, and the machine takes its turn. */
    async writeAndReply(...texts: string[]) {
      const { id } = await this.write(...texts)
      await runBotReply({ companyId, ticketId: id })
      return (await getTicket(companyId, id, true))!
    },
    async talk(ticketId?: string) {
      const rows = await listMessages(companyId, ticketId ?? (await ticket()).id, { limit: 100 })
      return rows
        .reverse()
        .filter(({ fromMe }) => fromMe)
        .map(({ body }) => body)
    },
    async notes(ticketId?: string) {
      const { rows } = await ticketNotes(companyId, ticketId ?? (await ticket()).id)(50, undefined)
      return rows.map(({ row }) => row.note)
    },
  }
}
