/** A company whose connection has one queue that an AI agent answers, for tests of machines. */

import { PROMPTS, type PromptRow } from '@balcao/functions/data/automation/prompt.ts'
import { findContactByNumber } from '@balcao/functions/data/contacts/contact.ts'
import { requireRow } from '@balcao/functions/data/table/small-list.ts'
import { changeQueue, type QueueRow } from '@balcao/functions/data/team/queue.ts'
import { listMessages } from '@balcao/functions/data/tickets/message.ts'
import { findLiveTicket } from '@balcao/functions/data/tickets/ticket.ts'
import { ticketNotes } from '@balcao/functions/data/tickets/ticket-note.ts'
import type { TicketRow } from '@balcao/functions/data/tickets/ticket-row.ts'
import { handler } from '@balcao/functions/workers/inbound/handler.ts'
import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import type { Plan } from '@balcao/shared/entities/plan.ts'
import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import { expect } from 'vitest'
import { call, makeCompany, makeQueue, makeWhatsapp, type TestCompany } from './harness.ts'
import { batchOf, type Fixture, inbound } from './pipeline-fixture.ts'
import { someNumber } from './some-number.ts'

export type AgentFixture = Fixture & {
  company: TestCompany
  prompt: PromptRow
  /** Queue it hands over to. */
  target: QueueRow
  /** The contact writes; answers the ticket. */
  write: (changes?: Partial<InboundMessage>) => Promise<TicketRow>
  ticket: () => Promise<TicketRow>
  /** Returns the messages with their authors, oldest first. */
  talk: () => Promise<string[]>
  notes: () => Promise<string[]>
}

/** A key that the double of OpenAI takes. */
export const GOOD_KEY = 'sk-balcao-test-0001'
/** One that Azure's takes. */
export const VOICE_KEY = '0123456789abcdef0123456789abcdef'

export async function makeAgent(
  changes: Record<string, unknown> = {},
  plan: Partial<Plan> = {},
): Promise<AgentFixture> {
  const company = await makeCompany({ plan })
  const companyId = company.id
  const [queue, target] = [await makeQueue(companyId), await makeQueue(companyId)]
  const made = await call(prompts.create, {
    as: company.admin,
    body: {
      name: `Agente ${crypto.randomUUID().slice(0, 8)}`,
      prompt: 'Você atende os clientes da loja, com frases curtas e educadas, em português.',
      apiKey: GOOD_KEY,
      queueId: target.id,
      ...changes,
    },
  })
  expect(made.status).toBe(201)
  const prompt = await requireRow(companyId, PROMPTS, made.body.id, true)
  const answered = await changeQueue(companyId, queue, { promptId: prompt.id, greetingMessage: '' })
  const { id: connectionId } = await makeWhatsapp(companyId, { queueIds: [queue.id] })
  const adminId = company.admin.user.id
  const fixture: Fixture = { companyId, adminId, connectionId, queues: [answered, target], number: someNumber() }
  const ticket = async () => {
    const contact = await findContactByNumber(companyId, fixture.number)
    return (await findLiveTicket(companyId, connectionId, contact!.id))!
  }
  return {
    ...fixture,
    ...{ company, prompt, target, ticket },
    async write(given = {}) {
      expect((await handler(batchOf([inbound(fixture, given)]))).batchItemFailures).toEqual([])
      return ticket()
    },
    async talk() {
      const rows = await listMessages(companyId, (await ticket()).id, { limit: 500 })
      return rows.reverse().map(row => `${row.origin}: ${row.body}`)
    },
    async notes() {
      const { rows } = await ticketNotes(companyId, (await ticket()).id)(50, undefined)
      return rows.map(({ row }) => row.note)
    },
  }
}
