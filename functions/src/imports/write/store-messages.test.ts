import { messages as api } from '@balcao/shared/api/tickets/messages.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { ImportedMessage, ImportedTicket } from '@balcao/shared/rules/imports/record.ts'
import { afterAll, expect, it } from 'vitest'
import { call, makeCompany } from '../../../test/harness.ts'
import { openOwnTable } from '../../../test/own-table.ts'
import { createContact } from '../../data/contacts/contact.ts'
import { createTicket } from '../../data/tickets/ticket.ts'
import type { Place } from './conversation.ts'
import { messagesOf } from './message-rows.ts'
import type { Pacer } from './pacer.ts'
import { storeMessages } from './store-messages.ts'
import type { WriteContext } from './write-context.ts'

afterAll(await openOwnTable())

const START = Date.parse('2026-02-01T12:00:00Z')
const TEXTS = ['segunda via do boleto', 'boleto vencido', 'boleto pago']

/** Transactions have one message each. A call fails once there were `calls` of them. */
const pacerOf = (calls: number): Pacer => ({
  pace: { writes: 2, parallel: 1, reads: 1000 },
  during: write => write(),
  async turn(run) {
    if (calls-- === 0) throw new Error('cut off')
    return run()
  },
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
  contactId: '1',
  connectionId: '1',
  queueId: null,
  userId: null,
  tagIds: [],
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
    const contact = await createContact(company.id, { name: 'Bia', number: '5511970001111', email: '', extraInfo: [] })
    const whatsapp = { id: newId(), name: 'Loja' }
    const made = await createTicket(company.id, { contact, whatsapp, queue: null, user: null, status: 'pending' })
    if (made.outcome !== 'created') throw new Error(made.outcome)
    const { id, name } = company.admin.user
    const importId = newId()
    const contextOf = (pacer: Pacer): WriteContext => ({
      companyId: company.id,
      importId,
      place: 'x',
      systemName: 'X',
      startedBy: { id, name },
      customers: false,
      invite: false,
      zone: 'America/Sao_Paulo',
      storeFile: async () => undefined,
      pacer,
      queues: new Map(),
      users: new Map(),
      tags: new Map(),
      connections: new Map(),
      contactLists: new Map(),
      campaigns: new Map(),
    })
    const store = (pacer: Pacer) => {
      const context = contextOf(pacer)
      const rows = TEXTS.map(recordOf)
      const place: Place = {
        row: made.ticket,
        messages: messagesOf(context, made.ticket, rows),
        conversation: { ticket: TICKET, isBegun: false, rows },
        known: undefined,
      }
      return storeMessages(context, [place])
    }
    await store(pacerOf(calls)).catch((error: Error) => {
      if (error.message !== 'cut off') throw error
      cuts++
    })
    const written = await store(pacerOf(Number.POSITIVE_INFINITY))
    expect(written.map(({ outcome }) => outcome)).toEqual(TEXTS.map(() => 'taken'))
    const query = { searchParam: 'boleto', showAll: 'true' as const }
    const { body } = await call(api.search, { as: company.admin, query })
    expect([calls, body.hits.map(({ line }) => line)]).toEqual([calls, TEXTS.toReversed()])
  }
  // One read, the words, a transaction for each message.
  expect(cuts).toBeGreaterThan(4)
})
