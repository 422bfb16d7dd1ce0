/**
 * A large company, written straight into the table: the data set by which other products were
 * measured. Thirds of the tickets are open, pending and closed; open and closed ones are spread
 * over the agents, all over 90 days; 4 % of the contacts are called Andrade, 0.1 % Wanderléia; 25 %
 * of the tickets have tags, 10 % of the contacts custom fields.
 */

import { createWhatsapp, newWhatsapp } from '@balcao/functions/data/channels/whatsapp.ts'
import { createCompany } from '@balcao/functions/data/company/company.ts'
import { listPlans } from '@balcao/functions/data/company/plan.ts'
import {
  aliasesFor,
  type ContactRow,
  claimAlias,
  contactSearchWrites,
  contactWrite,
} from '@balcao/functions/data/contacts/contact-row.ts'
import { dayRowsOf } from '@balcao/functions/data/reports/day-counter.ts'
import { reportWrites } from '@balcao/functions/data/reports/report-row.ts'
import { tableName } from '@balcao/functions/data/table/client.ts'
import { setCounts } from '@balcao/functions/data/table/counter.ts'
import { searchWrites } from '@balcao/functions/data/table/search-item.ts'
import { put, transact, type Write } from '@balcao/functions/data/table/transact.ts'
import { createQueue } from '@balcao/functions/data/team/queue.ts'
import { createUser } from '@balcao/functions/data/team/user.ts'
import { boardPositionWrites } from '@balcao/functions/data/tickets/board.ts'
import { setConversation } from '@balcao/functions/data/tickets/live-ticket.ts'
import { messageOf, messageWrites } from '@balcao/functions/data/tickets/message-row.ts'
import { wordWrites } from '@balcao/functions/data/tickets/message-words.ts'
import { createTag } from '@balcao/functions/data/tickets/tag.ts'
import { searchSubject } from '@balcao/functions/data/tickets/ticket.ts'
import { linkTicket, relinkTags } from '@balcao/functions/data/tickets/ticket-link.ts'
import { logEntry } from '@balcao/functions/data/tickets/ticket-log.ts'
import { type TicketRow, type TicketTag, ticketWrite } from '@balcao/functions/data/tickets/ticket-row.ts'
import { hashPassword } from '@balcao/functions/http/password.ts'
import { WhatsappBody } from '@balcao/shared/api/channels/whatsapp.ts'
import { DEFAULT_SETTINGS } from '@balcao/shared/entities/setting.ts'
import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { messageId } from '@balcao/shared/ids.ts'
import { type Random, seededRandom } from './random.ts'
import { FIRST_NAMES, LAST_NAMES, SENTENCES } from './words.ts'

const DAY_MS = 86_400_000
const SPAN_DAYS = 90
const QUEUES = ['Vendas', 'Suporte', 'Financeiro', 'Entregas', 'Trocas']
const COLORS = ['#16a34a', '#2563eb', '#d97706', '#7c3aed', '#db2777']
const AGENTS = 10
/** Number of tags, and most columns of a load. */
export const TAGS = 20

type Named = { id: string; name: string }
type Staff = {
  companyId: string
  queues: (Named & { color: string })[]
  agents: Named[]
  tags: TicketTag[]
  whatsapp: Named
}

export type LoadedCompany = {
  companyId: string
  /** Address of the admin; all users share the password. */
  admin: string
  agents: string[]
  password: string
  /** Id of the last customer's ticket. */
  lastTicket: string
}

type Load = {
  tickets: number
  messages: number
  password: string
  /** Epoch ms of the last message. */
  until: number
  /** Number of messages of the last customer. */
  last?: number | undefined
  /** Number of columns of the board, at most `TAGS`; each live ticket is in one of them. */
  columns?: number | undefined
}

export const addressOf = (who: string, tickets: number): string => `${who}@carga-${tickets}.balcao.local`

/** Reports a load's progress: tickets and items written so far. */
type Progress = (tickets: number, items: number) => void

/** Takes the items of a load; conditions are ignored. */
export type ItemWriter = {
  add: (writes: readonly Write[]) => Promise<void>
  end: () => Promise<void>
  /** Returns the number of items written so far. */
  items: () => number
}

/**
 * Number of newest tickets, which lists show first: they have a page of messages even if the others
 * have few.
 */
const RECENT = 2000
const RECENT_MESSAGES = 20

/**
 * Creates the company with its people, then loads tickets, oldest first. Reads the table's name
 * from the environment.
 * @param write receives the items of the tickets; the table by default
 */
export async function loadCompany(
  given: Load,
  progress: Progress = () => undefined,
  write: ItemWriter = bulkWriter(),
): Promise<LoadedCompany> {
  const random = seededRandom(given.tickets)
  const start = given.until - SPAN_DAYS * DAY_MS
  const staff = await makeStaff(given, start, random)
  const tagged = new Map<string, number>()
  const tickets: TicketRow[] = []
  for (let i = 0; i < given.tickets; i++) {
    const at = Math.floor(start + ((i + 1) / given.tickets) * SPAN_DAYS * DAY_MS) - 60_000
    const usual = given.tickets - i <= RECENT ? Math.max(given.messages, RECENT_MESSAGES) : given.messages
    const messages = i === given.tickets - 1 ? (given.last ?? usual) : usual
    const { ticket, writes } = await conversation(staff, random, i, at, messages, given.columns ?? 0)
    tickets.push(ticket)
    for (const { id } of ticket.tags) tagged.set(id, (tagged.get(id) ?? 0) + 1)
    await write.add(writes)
    if (i % 500 === 499) progress(i + 1, write.items())
  }
  const contactIds = tickets.map(({ contact }) => contact.id)
  await write.add(setCounts(staff.companyId, tickets, contactIds))
  await write.add(dayRowsOf(staff.companyId, tickets, DEFAULT_SETTINGS.timezone))
  await write.end()
  for (const tag of staff.tags)
    await createTag(
      staff.companyId,
      { name: tag.name, color: tag.color, kanban: tag.kanban ? 1 : 0 },
      { id: tag.id, ticketsCount: tagged.get(tag.id) ?? 0 },
    )
  progress(given.tickets, write.items())
  return {
    companyId: staff.companyId,
    admin: addressOf('admin', given.tickets),
    agents: staff.agents.map((_, i) => addressOf(`agente${i + 1}`, given.tickets)),
    password: given.password,
    lastTicket: tickets.at(-1)!.id,
  }
}

async function makeStaff({ tickets, password, columns = 0 }: Load, start: number, random: Random): Promise<Staff> {
  const companyId = random.id(start)
  const now = new Date(start).toISOString()
  const passwordHash = await hashPassword(password)
  // Cheapest first: the last one has every feature.
  const plan = (await listPlans()).at(-1)
  if (!plan) throw new Error('there is no plan')
  await createCompany(
    {
      id: companyId,
      name: `Carga ${tickets}`,
      email: addressOf('empresa', tickets),
      phone: '11999990000',
      planId: plan.id,
      dueDate: new Date(Date.now() + 3650 * DAY_MS).toISOString(),
      trialExpiration: null,
    },
    { id: random.id(start), name: 'Admin', email: addressOf('admin', tickets), passwordHash, profile: 'admin' },
  )
  const queues = QUEUES.map((name, i) => ({ id: random.id(start), name, color: COLORS[i]! }))
  for (const [i, queue] of queues.entries())
    await createQueue(
      companyId,
      {
        ...queue,
        greetingMessage: '',
        complationMessage: '',
        outOfHoursMessage: '',
        ratingMessage: '',
        signature: '',
        orderQueue: i + 1,
        integrationId: null,
        promptId: null,
        distribution: 'manual',
        maxOpenTickets: null,
        held: null,
        schedules: DEFAULT_SCHEDULES,
        media: null,
        createdAt: now,
        updatedAt: now,
      },
      QUEUES.length,
    )
  const queueIds = queues.map(({ id }) => id)
  const agents = Array.from({ length: AGENTS }, (_, i) => ({ id: random.id(start), name: `Agente ${i + 1}` }))
  for (const [i, agent] of agents.entries())
    await createUser(
      companyId,
      { ...agent, email: addressOf(`agente${i + 1}`, tickets), passwordHash, profile: 'user', queueIds },
      AGENTS + 1,
    )
  const whatsapp = { id: random.id(start), name: 'Loja' }
  const settings = {
    ...WhatsappBody.parse({ name: whatsapp.name, isDefault: true, queueIds }),
    ...({ status: 'DISCONNECTED', channel: 'whatsapp', provider: 'web', schedules: DEFAULT_SCHEDULES } as const),
  }
  const connection = { ...newWhatsapp(companyId, settings), ...whatsapp, number: '5511999990000', createdAt: now }
  await createWhatsapp({ ...connection, updatedAt: now }, 1, false)
  const tags = Array.from({ length: TAGS }, (_, i) => ({
    id: random.id(start),
    name: `Etiqueta ${i + 1}`,
    color: COLORS[i % COLORS.length]!,
    ...(i < columns && { kanban: true as const }),
  }))
  return { companyId, queues, agents, tags, whatsapp }
}

function contactOf({ companyId, whatsapp }: Staff, random: Random, i: number, at: number): ContactRow {
  const last = i % 1000 === 500 ? 'Wanderléia' : i % 25 === 7 ? 'Andrade' : random.pick(LAST_NAMES)
  return {
    companyId,
    id: random.id(at),
    version: 1,
    name: `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)} ${last}`,
    nameEdited: false,
    // The number contains `i`, so that no two are the same, in either spelling.
    number: `55${11 + (i % 80)}9${String(80_000_000 + i)}`.replace(/^55(\d)0/, '55$11'),
    lid: null,
    isGroup: false,
    email: '',
    extraInfo: i % 10 === 3 ? [{ name: 'Cliente desde', value: String(2010 + (i % 15)) }] : [],
    customerId: null,
    whatsappId: whatsapp.id,
    absorbs: null,
    isWhatsappValid: true,
    picture: null,
    pictureCheckedAt: at,
    createdAt: at,
    updatedAt: at,
  }
}

/**
 * Writes a contact with its one ticket and that ticket's messages; `at` is the time of the last
 * one.
 */
async function conversation(
  staff: Staff,
  random: Random,
  i: number,
  at: number,
  messages: number,
  columns: number,
): Promise<{ ticket: TicketRow; writes: Write[] }> {
  const { companyId, queues, agents, tags, whatsapp } = staff
  const createdAt = at - (messages + 1) * 45_000
  const contact = contactOf(staff, random, i, createdAt)
  const status = (['open', 'pending', 'closed'] as const)[i % 3]!
  const user = status === 'pending' ? null : random.pick(agents)
  const bodies = Array.from({ length: messages }, () => `${random.pick(SENTENCES)} ${random.pick(SENTENCES)}`)
  const id = random.id(createdAt)
  const hasColumn = columns > 0 && status !== 'closed'
  const base: TicketRow = {
    companyId,
    id,
    version: 1,
    status,
    contact: { id: contact.id, name: contact.name, number: contact.number, picture: null },
    isGroup: false,
    queue: random.pick(queues),
    user,
    whatsapp,
    tags: hasColumn
      ? [tags[Math.floor(i / 3) % columns]!]
      : i % 4 === 1
        ? [...new Set([random.pick(tags), random.pick(tags)])]
        : [],
    lastMessage: bodies.at(-1)?.slice(0, 40) ?? '',
    lastMessageType: 'chat',
    lastMessageFromMe: false,
    last: null,
    unreadMessages: status === 'pending' ? Math.min(messages, 1 + random.below(3)) : 0,
    chatbot: false,
    menu: null,
    useIntegration: false,
    promptId: null,
    integrationId: null,
    billOptionId: null,
    rating: null,
    draftBegun: false,
    expiryAt: null,
    readAt: user ? at : 0,
    createdAt,
    updatedAt: at,
    acceptedAt: user ? createdAt + 30_000 : null,
    servedAt: user ? createdAt + 30_000 : null,
    pendingSince: createdAt,
    closedAt: status === 'closed' ? at : null,
    laneAt: hasColumn ? at : null,
    waitTime: status === 'closed' ? 30 : null,
    supportTime: status === 'closed' ? Math.round((at - createdAt) / 1000) : null,
  }
  const writes = [
    contactWrite(contact),
    ...aliasesFor(contact).map(alias => claimAlias(companyId, alias, contact.id)),
    ...contactSearchWrites(undefined, contact),
    ticketWrite(base),
    setConversation(base, base.closedAt),
    ...reportWrites(undefined, base),
    ...boardPositionWrites(undefined, base),
    ...linkTicket(companyId, contact.id, id),
    ...relinkTags(
      companyId,
      id,
      [],
      base.tags.map(tag => tag.id),
    ),
    ...searchWrites(companyId, 'ticket', id, undefined, searchSubject(base)),
    logEntry(companyId, id, { id: random.id(createdAt), type: 'create', queue: base.queue }).write,
    ...(user
      ? [logEntry(companyId, id, { id: random.id(createdAt + 1), type: 'open', user, queue: base.queue }).write]
      : []),
  ]
  for (const [n, body] of bodies.entries()) {
    const fromMe = user !== null && n % 2 === 1 && n < messages - 1
    const whatsappMessageId = `3EB0${i.toString(16).toUpperCase()}X${n}`
    const message = messageOf(base, {
      id: await messageId(whatsapp.id, whatsappMessageId, at - (messages - 1 - n) * 45_000),
      connectionId: whatsapp.id,
      whatsappMessageId,
      body,
      fromMe,
      ack: fromMe ? 4 : 0,
      mediaType: 'chat',
      origin: fromMe ? 'attendant' : 'contact',
      user: fromMe ? user : null,
    })
    writes.push(...messageWrites(message))
    // The index of words is written for each tenth conversation only, or the load would take twice
    // as long.
    if (i % 10 === 0) writes.push(...wordWrites(message))
  }
  return { ticket: base, writes }
}

/**
 * Size of a transaction: the local engine waits for the disk once per transaction, but once per
 * item of a batch.
 */
const BATCH = 100
const PARALLEL = 6

type Item = Record<string, unknown>

/** Writes in transactions, several at a time; conditions are ignored. */
function bulkWriter(): ItemWriter {
  let waiting: Item[] = []
  let written = 0
  const running = new Set<Promise<void>>()

  async function send(items: Item[]): Promise<void> {
    await transact(items.map(each => put('load', { TableName: tableName(), Item: each })))
    written += items.length
  }

  async function start(items: Item[]): Promise<void> {
    while (running.size >= PARALLEL) await Promise.race(running)
    const work = send(items).finally(() => running.delete(work))
    running.add(work)
    // Reported by the race or at the end, not twice.
    work.catch(() => undefined)
  }

  return {
    async add(writes: readonly Write[]): Promise<void> {
      waiting.push(...writes.map(({ item }) => item.Put!.Item as Item))
      while (waiting.length >= BATCH) {
        const batch = waiting.slice(0, BATCH)
        waiting = waiting.slice(BATCH)
        await start(batch)
      }
    },
    async end(): Promise<void> {
      if (waiting.length > 0) await start(waiting.splice(0))
      await Promise.all(running)
    },
    items: () => written,
  }
}
