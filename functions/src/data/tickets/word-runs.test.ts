import { messages as api } from '@balcao/shared/api/tickets/messages.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { everyRow } from '../../../test/everything.ts'
import { call, makeCompany, type TestCompany } from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { makeTicket } from '../../../test/make-ticket.ts'
import { openOwnTable } from '../../../test/own-table.ts'
import { importedMessageId } from '../imports/imported-row.ts'
import { metered } from '../table/meter.ts'
import { transact } from '../table/transact.ts'
import { indexMessage } from './index-message.ts'
import { requireMessage, setTranscript } from './message.ts'
import { type MessageRow, messageOf, restoredMessageWrites } from './message-row.ts'
import { wordWrites } from './message-words.ts'
import { deleteTicket, removeTicketRows } from './ticket-removal.ts'
import type { TicketRow } from './ticket-row.ts'
import { leaveWordRuns, wordRunWrites } from './word-runs.ts'

afterAll(await openOwnTable())

const START = Date.parse('2026-02-01T12:00:00Z')
const MINUTE = 60_000
const whatsapp = { id: newId(), name: 'Loja' }

let company: TestCompany
let tickets: TicketRow[]
beforeEach(async () => {
  company = await makeCompany()
  tickets = []
  for (let i = 0; i < 3; i++) {
    const contact = await makeContact(company.id, { name: `Pessoa ${i}` })
    tickets.push(await makeTicket(company.id, { contact, whatsapp }))
  }
})

/** Stores messages in turn in three tickets, a minute apart, as an import does. */
async function bring(texts: readonly string[], from = START): Promise<MessageRow[]> {
  const rows = texts.map((body, i) => {
    const whatsappMessageId = newId()
    const id = importedMessageId(whatsapp.id, whatsappMessageId, from + i * MINUTE)
    const sent = { fromMe: false, mediaType: 'chat' as const, origin: 'contact' as const }
    return messageOf(tickets[i % 3]!, { id, connectionId: whatsapp.id, whatsappMessageId, body, ...sent })
  })
  const writes = [...wordRunWrites(rows), ...rows.flatMap(row => restoredMessageWrites(row, `${newId()}/x`))]
  for (let at = 0; at < writes.length; at += 100) await transact(writes.slice(at, at + 100))
  return rows
}

async function search(searchParam: string, limit = '4'): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | undefined; ; ) {
    const query = { searchParam, limit, ...(cursor ? { cursor } : {}) }
    const { body, error } = await call(api.search, { as: company.admin, query })
    if (error) throw new Error(error)
    ids.push(...body.hits.map(({ id }) => id))
    if (!body.nextCursor) return ids
    cursor = body.nextCursor
  }
}

const newestFirst = (rows: readonly MessageRow[]): string[] => rows.map(({ id }) => id).toReversed()
const wordItems = async () =>
  (await everyRow()).filter(({ pk }) => String(pk).startsWith(`${company.id}#words#`)) as { run?: string }[]

it('leads to all messages of its words, newest first, page by page, with fewer items than they have alone', async () => {
  const rows = await bring(Array.from({ length: 40 }, (_, i) => `segunda via do boleto ${7000 + i} para pagamento`))
  const wordless = await bring([
    `${'vocabulo '.repeat(2)}${Array.from({ length: 90 }, (_, i) => `longo${i}`).join(' ')}`,
  ])
  expect((await wordItems()).length).toBeLessThan(rows.flatMap(wordWrites).length / 3)
  expect(await search('boleto')).toEqual(newestFirst(rows))
  expect(await search('pagam bol', '15')).toEqual(newestFirst(rows))
  expect(await search('boleto 7031')).toEqual([rows[31]!.id])
  expect(await search('longo77 vocabulo')).toEqual([wordless[0]!.id])
  expect(await search('boleto longo77')).toEqual([])
})

it('keeps apart what lies days apart, and lies among the items of single messages', async () => {
  const texts = ['garantia vencida', 'garantia nova']
  const first = await bring(texts, START)
  const second = await bring(texts, START + 25 * 60 * MINUTE)
  const { id, body, whatsappMessageId } = (await bring(['garantia'], START + 3 * 60 * MINUTE))[0]!
  expect(body).toBe('garantia')
  expect(whatsappMessageId).not.toBe('')
  const all = await bring(
    ['garantia cedo', ...Array<string>(25 * 60).fill(''), 'garantia tarde'],
    START + 72 * 60 * MINUTE,
  )
  const found = await search('garantia')
  expect(found).toEqual([all.at(-1)!.id, all[0]!.id, ...newestFirst(second), id, ...newestFirst(first)])
  expect((await wordItems()).filter(({ run }) => run?.includes(all[0]!.id))).toEqual([])
})

it('writes the same items for the same messages', async () => {
  const rows = await bring(['bom dia', 'bom dia, tudo bem?', 'boa tarde'])
  const keys = (given: MessageRow[]) => JSON.stringify(wordRunWrites(given).map(({ item }) => item.Put!.Item))
  expect(keys(rows.toReversed())).toBe(keys(rows))
})

it('loses a message whose text changes, which has items of its own from then on', async () => {
  const rows = await bring(['orçamento provisório', 'orçamento definitivo', 'orçamento aceito'])
  const middle = await requireMessage(company.id, rows[1]!.id)
  await setTranscript(middle, 'falei do parafuso')
  await indexMessage(company.id, middle.ticketId, middle.id)
  expect(await search('parafuso')).toEqual([middle.id])
  // In any order: what shares an item stands where its newest message does.
  expect((await search('orcamento')).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
  const runs = (await wordItems()).filter(({ run }) => run !== undefined)
  expect(runs.length).toBeGreaterThan(0)
  expect(runs.filter(({ run }) => run!.includes(middle.id))).toEqual([])
})

it('goes with its tickets, whose other messages stay, also where two go at once', async () => {
  const rows = await bring(Array.from({ length: 12 }, (_, i) => `encomenda ${i % 4} do pedido`))
  const remove = async (ticket: TicketRow) => {
    await deleteTicket(company.id, ticket.id)
    await removeTicketRows(company.id, ticket.id)
  }
  await Promise.all([remove(tickets[0]!), remove(tickets[2]!)])
  const kept = rows.filter(({ ticketId }) => ticketId === tickets[1]!.id)
  expect(await search('encomenda')).toEqual(newestFirst(kept))
  const text = JSON.stringify(await wordItems())
  expect([tickets[0]!.id, tickets[2]!.id].filter(id => text.includes(id))).toEqual([])
  await remove(tickets[1]!)
  expect(await wordItems()).toEqual([])
})

it('loses many messages at once by one write an item, also where others lie between', async () => {
  const texts = Array.from({ length: 240 }, (_, i) => `encomenda ${i % 2} do pedido`)
  const rows = await bring(texts)
  // Others of the same words and time, in items of their own kind between.
  const others = await bring(texts, START + MINUTE / 2)
  const alone = await requireMessage(company.id, rows[100]!.id)
  await setTranscript(alone, 'falei do parafuso')
  await indexMessage(company.id, alone.ticketId, alone.id)
  const leaving = await Promise.all(rows.map(({ id }) => requireMessage(company.id, id)))
  const before = await wordItems()
  const { units } = await metered(() => leaveWordRuns(company.id, leaving, { withOwn: true }))
  // Five partitions, each gone through once, and their changes.
  expect(units.calls).toBeLessThan(40)
  expect((await search('encomenda', '15')).toSorted()).toEqual(others.map(({ id }) => id).toSorted())
  const left = await wordItems()
  const text = JSON.stringify(left)
  expect(rows.filter(({ id }) => text.includes(id))).toEqual([])
  expect(JSON.stringify(before).length).toBeGreaterThan(1.9 * text.length)
  // Again, as after a process that ended in between.
  await leaveWordRuns(company.id, leaving, { withOwn: true })
  expect(await wordItems()).toEqual(left)
})

it('costs at most ten read units a page, whatever it leads to', async () => {
  await bring(Array.from({ length: 300 }, (_, i) => `Bom dia, preciso da segunda via do boleto ${i} para pagamento`))
  const rare = await bring(['Bom dia, a segunda via do boleto para a cotovia'], START - 10 * MINUTE)
  for (const searchParam of [
    'boleto',
    'preciso segunda boleto',
    'bom dia pagamento',
    'boleto inexistente',
    'via boleto cot',
  ]) {
    const query = { searchParam, limit: '15' }
    const { units, result } = await metered(() => call(api.search, { as: company.admin, query }))
    expect([searchParam, units.read <= 10]).toEqual([searchParam, true])
    if (searchParam.endsWith('cot')) expect(result.body.hits.map(({ id }) => id)).toEqual([rare[0]!.id])
  }
})
