import { messages as api } from '@balcao/shared/api/tickets/messages.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { ImportedMessage, ImportedTicket } from '@balcao/shared/rules/imports/record.ts'
import { afterAll, expect, it, vi } from 'vitest'
import { call, makeCompany } from '../../../test/harness.ts'
import { makeTicket } from '../../../test/make-ticket.ts'
import { openOwnTable } from '../../../test/own-table.ts'
import type { Write } from '../../data/table/transact.ts'
import type { Place } from './conversation.ts'
import { messagesOf } from './message-rows.ts'
import { storeMessages } from './store-messages.ts'
import type { WriteContext } from './write-context.ts'

afterAll(await openOwnTable())

const START = Date.parse('2026-02-01T12:00:00Z')
const TEXTS = ['segunda via do boleto', 'boleto vencido', 'boleto pago']

/** Transactions have one message each. One fails once there were `left` of them. */
const transactions = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY }))
vi.mock(import('../../data/table/transact.ts'), async original => {
  const real = await original()
  const cutOff =
    (transact: (writes: readonly Write[]) => Promise<void>) =>
    async (writes: readonly Write[]): Promise<void> => {
      if (transactions.left-- === 0) throw new Error('cut off')
      return transact(writes)
    }
  return {
    ...real,
    MAX_WRITES: 2 as never,
    transact: cutOff(real.transact),
    transactRepeatable: cutOff(real.transactRepeatable),
  }
})

const recordOf = (body: string, i: number): ImportedMessage => ({
  kind: 'message',
  source: { id: String(i), line: i },
  createdAt: START + i * 60_000,
  ticketId: '1',
  whatsappId: `M${i}`,
  body,
  fromMe: false,
  ack: 0,
  failed: false,
  read: true,
  mediaType: 'chat',
  file: null,
  location: null,
  vcards: [],
  transcript: null,
  quoted: null,
  isDeleted: false,
  isEdited: false,
  earlierTexts: [],
  reactions: [],
  sender: null,
  userId: null,
  origin: 'contact',
  forwarded: false,
})

const TICKET: ImportedTicket = {
  kind: 'ticket',
  source: { id: '1', line: 1 },
  createdAt: START,
  status: 'pending',
  snoozedUntil: null,
  contactId: '1',
  connectionId: '1',
  queueId: null,
  userId: null,
  tagIds: [],
  fields: [],
  isGroup: false,
  priority: 'none',
  unreadMessages: 0,
  updatedAt: START,
  acceptedAt: null,
  servedAt: null,
  openedAt: null,
  closedAt: null,
  waitTime: null,
  supportTime: null,
  rating: null,
  ratedAt: null,
}

it('finds all messages by their words wherever a run was cut off', async () => {
  let cuts = 0
  for (let calls = 1; cuts === calls - 1; calls++) {
    const company = await makeCompany()
    const ticket = await makeTicket(company.id)
    const { id, name } = company.admin.user
    const importId = newId()
    const context: WriteContext = {
      companyId: company.id,
      importId,
      place: 'x',
      systemName: 'X',
      startedBy: { id, name },
      customers: false,
      invite: false,
      zone: 'America/Sao_Paulo',
      storeFile: async () => undefined,
      pace: { parallel: 1, reads: 1000 },
      queues: new Map(),
      users: new Map(),
      tags: new Map(),
      ticketFields: new Map(),
      connections: new Map(),
      contactLists: new Map(),
      campaigns: new Map(),
    }
    const store = (most: number) => {
      transactions.left = most
      const rows = TEXTS.map(recordOf)
      const place: Place = {
        row: ticket,
        messages: messagesOf(context, ticket, rows),
        conversation: { ticket: TICKET, isBegun: false, rows },
        known: undefined,
      }
      return storeMessages(context, [place])
    }
    await store(calls).catch((error: Error) => {
      if (error.message !== 'cut off') throw error
      cuts++
    })
    const written = await store(Number.POSITIVE_INFINITY)
    expect(written.map(({ outcome }) => outcome)).toEqual(TEXTS.map(() => 'taken'))
    const query = { searchParam: 'boleto', showAll: 'true' as const }
    const { body } = await call(api.search, { as: company.admin, query })
    expect([calls, body.hits.map(({ line }) => line)]).toEqual([calls, TEXTS.toReversed()])
  }
  // The words, a transaction for each message.
  expect(cuts).toBeGreaterThan(3)
})
