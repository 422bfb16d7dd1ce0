import { messages as api } from '@balcao/shared/api/tickets/messages.ts'
import { messageId, newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyRow } from '../../../../test/everything.ts'
import { call, makeCompany, makeQueue, makeUser, type TestUser } from '../../../../test/harness.ts'
import { makeContact } from '../../../../test/make-contact.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { openOwnTable } from '../../../../test/own-table.ts'
import { targetHas } from '../../../../test/target.ts'
import { metered } from '../../../data/table/meter.ts'
import { indexAllMessages } from '../../../data/tickets/index-all-messages.ts'
import { indexMessage } from '../../../data/tickets/index-message.ts'
import { requireMessage, setTranscript } from '../../../data/tickets/message.ts'
import { editMessage, markDeleted } from '../../../data/tickets/message-rewrite.ts'
import type { NewMessage } from '../../../data/tickets/message-row.ts'
import { changeTicket, type NewTicket, requireTicket, storeMessage } from '../../../data/tickets/ticket.ts'
import { createNote } from '../../../data/tickets/ticket-note.ts'
import { deleteTicket, removeTicketRows } from '../../../data/tickets/ticket-removal.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import { minuteOf, timersOf } from '../../../data/timers/timer.ts'
import { fire } from '../../../workers/timers/handler.ts'

// All rows are looked through.
let closeTable: () => Promise<void>
beforeAll(async () => {
  closeTable = await openOwnTable()
})
afterAll(() => closeTable())

const whatsapp = { id: newId(), name: 'Loja' }
const START = Date.parse('2026-03-01T12:00:00Z')
let clock = START

async function open(companyId: string, given: Partial<NewTicket> = {}): Promise<TicketRow> {
  const contact = await makeContact(companyId, { name: 'Maria Andrade' })
  return makeTicket(companyId, { contact, whatsapp, ...given })
}

/** Stores a contact's message, in the search index at once if `indexed`; returns its id. */
async function receive(
  ticket: TicketRow,
  body: string,
  indexed = true,
  changes: Partial<NewMessage> = {},
): Promise<string> {
  const whatsappMessageId = newId()
  clock += 1000
  const id = await messageId(whatsapp.id, whatsappMessageId, clock)
  const stored = await storeMessage(
    await requireTicket(ticket.companyId, ticket.id),
    {
      ...{ id, connectionId: whatsapp.id, whatsappMessageId, body },
      ...{ fromMe: false, mediaType: 'chat', origin: 'contact' },
      ...changes,
    },
    { asksForIndex: !indexed },
  )
  expect(stored.outcome).toBe('stored')
  return id
}

type Query = {
  limit?: string
  queueIds?: string
  showAll?: 'true' | 'false'
  users?: string
  date?: string
  withUnreadMessages?: 'true'
  origin?: 'ad'
  priority?: string
}

/** Every page of a search, in their order. */
async function search(as: TestUser, searchParam: string, query: Query = {}): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const { body, error } = await call(api.search, {
      as,
      query: { searchParam, ...query, ...(cursor ? { cursor } : {}) },
    })
    if (error) throw new Error(error)
    ids.push(...body.hits.map(({ id }) => id))
    if (!body.nextCursor) return ids
    cursor = body.nextCursor
  }
}

async function find(as: TestUser, ticketId: string, searchParam: string): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const query = { searchParam, ...(cursor ? { cursor } : {}) }
    const { body, error } = await call(api.find, { as, params: { ticketId }, query })
    if (error) throw new Error(error)
    ids.push(...body.hits.map(({ id }) => id))
    if (!body.nextCursor) return ids
    cursor = body.nextCursor
  }
}

describe('searching messages', () => {
  let admin: TestUser
  let companyId: string
  beforeAll(async () => {
    const company = await makeCompany()
    admin = company.admin
    companyId = company.id
  })

  it('finds all words, in any order, by their beginnings, accents and case aside; the newest first', async () => {
    const ticket = await open(companyId)
    const first = await receive(ticket, 'Segue o COMPROVANTE do depósito, obrigado')
    await receive(ticket, 'O comprovante vem amanhã')
    const last = await receive(ticket, 'Deposito feito: comprovantes em anexo 😀')
    expect(await search(admin, 'comprovante depósito')).toEqual([last, first])
    expect(await search(admin, 'DEPO compr')).toEqual([last, first])
    expect(await search(admin, 'depos 😀')).toEqual([last])
    // As far as one has typed.
    expect(await search(admin, 'deposito an')).toEqual([last])
    expect(await search(admin, 'deposito a')).toEqual([last])
    expect(await search(admin, '😀')).toEqual([last])
    expect(await search(admin, 'provante')).toEqual([])
    expect(await search(admin, 'deposito inexistente')).toEqual([])
    // Common words tell nothing apart, and are still looked for beside others.
    expect(await search(admin, 'o comprovante do')).toEqual([first])
    expect(await search(admin, ' .,! ')).toEqual([])
  })

  it('shows the line with the words, who wrote it, and the ticket as it stands', async () => {
    const ticket = await open(companyId)
    const id = await receive(ticket, `${'antes '.repeat(80)}a nota fiscal 4471 chegou${' depois'.repeat(80)}`)
    const { body } = await call(api.search, { as: admin, query: { searchParam: '4471' } })
    expect(body.hits).toMatchObject([{ id, ticketId: ticket.id, fromMe: false, author: null, mediaType: 'chat' }])
    expect(body.hits[0]!.line).toMatch(/^…antes .*nota fiscal 4471 chegou depois.*…$/)
    expect(body.hits[0]!.ticket).toMatchObject({ status: 'pending', contact: { name: 'Maria Andrade' } })
    expect(Date.parse(body.hits[0]!.createdAt)).toBe(clock)
  })

  it('goes through long texts whole, up to as many words as are kept', async () => {
    const ticket = await open(companyId)
    const words = Array.from({ length: 120 }, (_, i) => `vocabulo${i}`).join(' ')
    const id = await receive(ticket, `${words} derradeiro`)
    expect(await search(admin, 'derradeiro vocabulo77')).toEqual([id])
    expect(await search(admin, 'derradeiro vocabulo999')).toEqual([])
  })

  it('follows an edit, a deletion and the transcript of a voice message, before and after the index does', async () => {
    const ticket = await open(companyId)
    const id = await receive(ticket, 'orçamento provisório')
    const edited = await editMessage(await requireMessage(companyId, id), 'orçamento definitivo')
    expect(await search(admin, 'provisorio')).toEqual([])
    await indexMessage(companyId, ticket.id, id)
    expect(await search(admin, 'definitivo')).toEqual([id])
    const left = async () =>
      (await everyRow())
        .filter(({ sk, pk }) => sk === id && String(pk).startsWith(`${companyId}#words#`))
        .map(({ pk }) => String(pk).split('#')[2])
        .sort()
    expect(await left()).toEqual(['def', 'defin', 'orc', 'orcam'])
    await setTranscript(edited!, 'falei do parafuso')
    await indexMessage(companyId, ticket.id, id)
    expect(await search(admin, 'parafuso')).toEqual([id])
    await markDeleted(await requireMessage(companyId, id))
    expect(await search(admin, 'definitivo')).toEqual([])
    await indexMessage(companyId, ticket.id, id)
    expect(await left()).toEqual([])
  })

  it('finds nothing of notes, nor of another company', async () => {
    const ticket = await open(companyId)
    await createNote(companyId, {
      ...{ ticketId: ticket.id, contactId: ticket.contact.id, note: 'paralelepipedo' },
      user: { id: admin.user.id, name: 'Admin' },
    })
    expect(await search(admin, 'paralelepipedo')).toEqual([])
    const other = await makeCompany()
    await receive(await open(other.id), 'paralelepipedo')
    expect(await search(admin, 'paralelepipedo')).toEqual([])
    expect(await search(other.admin, 'paralelepipedo')).toHaveLength(1)
    const { body } = await call(api.search, { as: admin, query: { searchParam: 'comprovante', limit: '1' } })
    const stolen = { searchParam: 'comprovante', limit: '1', cursor: body.nextCursor! }
    expect((await call(api.search, { as: other.admin, query: stolen })).error).toBe('ERR_INVALID_CURSOR')
    expect((await call(api.find, { as: other.admin, params: { ticketId: ticket.id } })).error).toBe(
      'ERR_NO_TICKET_FOUND',
    )
  })

  it('shows an attendant what the lists show them, and an admin everything', async () => {
    const { id: company, admin: chief } = await makeCompany()
    const [sales, support] = [await makeQueue(company), await makeQueue(company)]
    const ana = await makeUser(company, { queueIds: [sales.id] })
    const inSales = await receive(await open(company, { queue: sales }), 'garantia vencida')
    const inSupport = await receive(await open(company, { queue: support }), 'garantia vencida')
    const hers = await open(company, { queue: support, user: { id: ana.user.id, name: 'Ana' }, status: 'open' })
    const own = await receive(hers, 'garantia vencida')
    const closed = await open(company, { queue: sales })
    const past = await receive(closed, 'garantia vencida')
    await changeTicket(company, closed.id, () => ({ set: { status: 'closed' } }))
    expect(await search(chief, 'garantia')).toEqual([past, own, inSupport, inSales])
    expect(await search(ana, 'garantia')).toEqual([past, own, inSales])
    expect(await search(chief, 'garantia', { queueIds: JSON.stringify([sales.id]) })).toEqual([past, inSales])
    expect(await search(chief, 'garantia', { users: JSON.stringify([ana.user.id]) })).toEqual([own])
    expect(await search(chief, 'garantia', { showAll: 'false' })).toEqual([past, inSupport, inSales])
    // The same limits as the list of conversations beside it has.
    const limited = (query: Query) => search(chief, 'garantia', query)
    const day = (at: number) => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' }).format(at)
    expect(await limited({ date: day(Date.now()) })).toEqual([past, own, inSupport, inSales])
    expect(await limited({ date: day(Date.now() - 3 * 86_400_000) })).toEqual([])
    expect(await limited({ withUnreadMessages: 'true' })).toEqual([])
    await changeTicket(company, hers.id, () => ({ set: { unreadMessages: 2 } }))
    expect(await limited({ withUnreadMessages: 'true' })).toEqual([own])
    expect(await limited({ origin: 'ad' })).toEqual([])
    expect(await limited({ priority: JSON.stringify(['high', 'urgent']) })).toEqual([])
    await changeTicket(company, hers.id, () => ({ set: { priority: 'urgent' } }))
    expect(await limited({ priority: JSON.stringify(['high', 'urgent']) })).toEqual([own])
    expect(await limited({ priority: JSON.stringify(['none']) })).toEqual([past, inSupport, inSales])
    // Where it moves, it is seen from there.
    await changeTicket(company, hers.id, () => ({ set: { user: null, status: 'pending' } }))
    expect(await search(ana, 'garantia')).toEqual([past, inSales])
    expect((await call(api.find, { as: ana, params: { ticketId: hers.id } })).error).toBe('ERR_NO_PERMISSION')
  })

  it('goes with its ticket, and what is asked for afterwards writes nothing any more', async () => {
    const ticket = await open(companyId)
    const id = await receive(ticket, 'efemeridade passageira')
    await editMessage(await requireMessage(companyId, id), 'permanencia')
    await indexMessage(companyId, ticket.id, id)
    const late = await receive(ticket, 'tardio', false)
    const location = { latitude: 1, longitude: 2, name: 'Quitanda Jaboticaba' }
    const place = await receive(ticket, '', true, { mediaType: 'locationMessage', location })
    await indexMessage(companyId, ticket.id, place)
    expect(await search(admin, 'jaboticaba')).toEqual([place])
    await deleteTicket(companyId, ticket.id)
    await removeTicketRows(companyId, ticket.id)
    const about = { companyId, ticketId: ticket.id, messageIds: [id, late], dueAt: Date.now() }
    await fire({ type: 'indexMessages', ...about }, Date.now())
    const rows = (await everyRow()).filter(
      ({ sk, ticketId }) => ticketId === ticket.id || [id, late, place].includes(String(sk)),
    )
    expect(rows.filter(({ pk }) => String(pk).startsWith(`${companyId}#`))).toEqual([])
  })
})

it('what is sent is found at once, with its own transaction and nothing behind it; only a long text asks for its words', async () => {
  const { id: companyId, admin } = await makeCompany()
  const ticket = await open(companyId)
  const now = Date.now()
  const armed = async () =>
    (await Promise.all([0, 1, 2].map(ahead => timersOf(minuteOf(now) + ahead))))
      .flat()
      .flatMap(({ timer }) => (timer.type === 'indexMessages' && timer.companyId === companyId ? timer.messageIds : []))
  const short = await receive(ticket, 'o cronograma mudou')
  expect(await search(admin, 'cronograma mudou')).toEqual([short])
  expect(await armed()).toEqual([])
  const long = await receive(ticket, Array.from({ length: 20 }, (_, i) => `${i}${i}0cronograma`).join(' '))
  expect(await armed()).toEqual([long])
  // Whoever asks for them all the same changes nothing.
  const rows = async () => (await everyRow()).filter(({ sk }) => sk === short)
  const before = await rows()
  expect(before.map(({ pk }) => String(pk).split('#')[2]).sort()).toEqual(['cro', 'crono', 'mud', 'mudou'])
  await Promise.all([1, 2].map(() => indexMessage(companyId, ticket.id, short)))
  expect(await rows()).toEqual(before)
})

it('messages from before there was an index are found once it is made, as often as that is done', async () => {
  const { id: companyId, admin } = await makeCompany()
  const tickets = [await open(companyId), await open(companyId)]
  const ids: string[] = []
  for (const ticket of tickets) ids.unshift(await receive(ticket, 'antigamente dizia-se assim', false))
  expect(await search(admin, 'antigamente')).toEqual([])
  expect([await indexAllMessages(companyId), await indexAllMessages(companyId)]).toEqual([2, 2])
  expect(await search(admin, 'antigamente')).toEqual(ids)
})

describe('finding in a conversation', () => {
  it('needs no index, and leads to each place', async () => {
    const { id: companyId, admin } = await makeCompany()
    const [ticket, other] = [await open(companyId), await open(companyId)]
    const ids: string[] = []
    for (let i = 0; i < 60; i++) {
      const id = await receive(ticket, i % 20 === 3 ? `O boleto número ${i}` : `conversa ${i}`, false)
      if (i % 20 === 3) ids.unshift(id)
    }
    await receive(other, 'outro boleto', false)
    expect(await find(admin, ticket.id, 'bole nume')).toEqual(ids)
    expect(await find(admin, ticket.id, 'boleto 23')).toEqual([ids[1]])
    expect(await find(admin, ticket.id, '')).toEqual([])
    const first = await call(api.find, {
      as: admin,
      params: { ticketId: ticket.id },
      query: { searchParam: 'boleto', limit: '2' },
    })
    expect(first.body).toMatchObject({ hits: [{ id: ids[0] }, { id: ids[1] }], hasMore: true })
  })
})

describe('a conversation from the middle', () => {
  it('is read around a message, and on to the newest and the oldest', async () => {
    const { id: companyId, admin } = await makeCompany()
    const ticket = await open(companyId)
    const ids: string[] = []
    for (let i = 0; i < 30; i++) ids.push(await receive(ticket, `mensagem ${i}`, false))
    const ask = async (query: Record<string, string>) => {
      const { body } = await call(api.list, { as: admin, params: { ticketId: ticket.id }, query })
      return { ...body, ids: body.messages.map(({ id }) => id) }
    }
    const middle = await ask({ around: ids[15]!, limit: '6' })
    expect(middle.ids).toEqual(ids.slice(13, 19))
    expect(middle).toMatchObject({ hasMore: true, hasNewer: true })
    expect((await ask({ cursor: middle.nextCursor!, limit: '5' })).ids).toEqual(ids.slice(8, 13))
    const newer = await ask({ after: ids[18]!, limit: '8' })
    expect(newer.ids).toEqual(ids.slice(19, 27))
    expect(newer).toMatchObject({ hasNewer: true, hasMore: true })
    expect((await ask({ cursor: newer.nextCursor!, limit: '2' })).ids).toEqual(ids.slice(17, 19))
    const end = await ask({ after: ids[26]!, limit: '8' })
    expect(end).toMatchObject({ ids: ids.slice(27), hasNewer: false })
    expect(await ask({ after: ids[29]! })).toMatchObject({ ids: [], hasNewer: false, hasMore: false, nextCursor: null })
    // Where it is gone, what stood beside it.
    const gone = await messageId(newId(), newId(), START)
    expect((await ask({ around: gone, limit: '4' })).ids).toEqual(ids.slice(0, 2))
    expect(await ask({ around: ids[0]!, limit: '4' })).toMatchObject({ ids: ids.slice(0, 3), hasMore: false })
    expect((await ask({})).hasNewer).toBeUndefined()
  })
})

// Counts of units, not times: they are the same on every machine.
describe.skipIf(!targetHas('metering'))('the cost of a page of messages that were found', () => {
  it('is at most 10 read units, however many there are and whoever asks', { timeout: 120_000 }, async () => {
    const { id: companyId, admin } = await makeCompany()
    const queues = [await makeQueue(companyId), await makeQueue(companyId)]
    const ana = await makeUser(companyId, { queueIds: [queues[0]!.id] })
    const costs: Record<string, number> = {}
    const measure = async (what: string, as: TestUser, searchParam: string) => {
      let cursor: string | undefined
      // Once unmeasured: a process reads its caller's session and company now and then.
      await call(api.search, { as, query: { searchParam: 'zzz' } })
      for (let page = 1; page <= 3; page++) {
        const query = { searchParam, ...(cursor ? { cursor } : {}) }
        const { result, units } = await metered(() => call(api.search, { as, query }))
        costs[`${what}, page ${page}`] = units.read
        cursor = result.body.nextCursor ?? undefined
        if (!cursor) return
      }
    }
    let count = 0
    const tickets = await Promise.all(Array.from({ length: 30 }, (_, i) => open(companyId, { queue: queues[i % 2]! })))
    const fill = async (rounds: number) => {
      for (let round = 0; round < rounds; round++)
        for (const [i, ticket] of tickets.entries()) {
          const rare = i === 7 && round === 0 ? ' cotovia' : ''
          await receive(ticket, `Bom dia, preciso da segunda via do boleto ${count++} para pagamento${rare}`)
        }
    }
    await fill(1)
    await measure('few', admin, 'boleto')
    const before = costs['few, page 1']!
    await fill(6)
    await measure('many', admin, 'boleto')
    await measure('many, of some queues', ana, 'boleto pagamento')
    await measure('many, one of them', admin, 'cotovia boleto')
    for (const [what, read] of Object.entries(costs)) expect([what, read <= 10]).toEqual([what, true])
    expect(costs['many, page 1']! / before).toBeLessThanOrEqual(1.2)
    expect(costs['many, one of them, page 1']).toBeLessThanOrEqual(4)
    const { units } = await metered(() =>
      call(api.find, { as: admin, params: { ticketId: tickets[7]!.id }, query: { searchParam: 'cotovia' } }),
    )
    expect(units.read).toBeLessThanOrEqual(10)
    const around = await metered(() =>
      call(api.list, { as: admin, params: { ticketId: tickets[7]!.id }, query: { around: newId() } }),
    )
    expect(around.units.read).toBeLessThanOrEqual(5)
  })
})
