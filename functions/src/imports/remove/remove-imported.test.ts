import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { newId } from '@balcao/shared/ids.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { keysWith } from '../../../test/everything.ts'
import { makeCompany, type TestCompany } from '../../../test/harness.ts'
import { TICKETZ } from '../../../test/imports/ticketz-fixture.ts'
import { type FixtureTables, writePgDump } from '../../../test/imports/write-dump.ts'
import { newDataImport } from '../../../test/new-data-import.ts'
import { openOwnTable } from '../../../test/own-table.ts'
import { receiveMessage } from '../../../test/receive-message.ts'
import { difference, everyItem, type Item, restore } from '../../../test/table-state.ts'
import { DATA_IMPORTS, type DataImportRow } from '../../data/imports/data-import.ts'
import { type ImportedRow, ledgerPage } from '../../data/imports/imported-row.ts'
import type { JobRow } from '../../data/jobs/job.ts'
import type * as Client from '../../data/table/client.ts'
import { createRow } from '../../data/table/small-list.ts'
import { getTicket, requireTicket } from '../../data/tickets/ticket.ts'
import { createNote } from '../../data/tickets/ticket-note.ts'
import { dataImportRemoval } from '../../workers/jobs/kinds/data-import-removal.ts'
import { readDump } from '../dump/read-dump.ts'
import { folderSource } from '../media-folder.ts'
import { openImport } from '../open-import.ts'
import { newContext } from '../write/new-context.ts'
import { NO_PROGRESS, writeStream } from '../write/write-stream.ts'
import { removeImported } from './remove-imported.ts'

afterAll(await openOwnTable())

/** Calls that change something until one fails, before or after it takes effect. */
const fault = vi.hoisted(() => ({ left: 0, isAfter: false, isDead: false, underWay: 0, writes: 0, largest: 0 }))
/** Change by somebody else, made before the next call that changes something. */
const others = vi.hoisted(() => ({ act: undefined as (() => Promise<unknown>) | undefined }))
class Killed extends Error {}
vi.mock('../../data/table/client.ts', async original => {
  const real = await original<typeof Client>()
  type Send = (command: { input: { TransactItems?: unknown[] } }) => Promise<unknown>
  const dies = (): never => {
    fault.isDead = true
    throw new Killed()
  }
  const send: Send = async command => {
    const table = real.documentClient() as unknown as { send: Send }
    // Of a process that was killed nothing more takes effect.
    if (fault.isDead) throw new Killed()
    if (/^(Get|BatchGet|Query|Scan)Command$/.test(command.constructor.name)) return table.send(command)
    const { act } = others
    others.act = undefined
    await act?.()
    fault.writes += 1
    fault.largest = Math.max(fault.largest, command.input.TransactItems?.length ?? 0)
    const isHit = --fault.left === 0
    if (isHit && !fault.isAfter) dies()
    fault.underWay += 1
    const answer = await table.send(command).finally(() => {
      fault.underWay -= 1
    })
    return isHit ? dies() : answer
  }
  return { ...real, documentClient: () => ({ send }) }
})

/** Lets another process begin: the calls of the killed one have ended. */
async function revive(): Promise<void> {
  await vi.waitFor(() => expect(fault.underWay).toBe(0))
  await setTimeout(5)
  Object.assign(fault, { left: 0, isDead: false })
}

const BEGAN = Date.now()
const FILE = 'media/1/1/1/aa/voz.ogg'
let folder: string
let company: TestCompany
beforeEach(async () => {
  company = await makeCompany()
})
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-removing-'))
  mkdirSync(join(folder, 'media/1/1/1/aa'), { recursive: true })
  writeFileSync(join(folder, FILE), 'OggS')
})
afterEach(revive)
afterAll(() => rmSync(folder, { recursive: true }))

/** Brings tables of Ticketz into the company; returns the import, ready to be removed. */
async function bring(tables: FixtureTables): Promise<DataImportRow> {
  const scratch = join(folder, newId())
  async function* dump() {
    yield Buffer.from(writePgDump(tables))
  }
  const opened = await openImport({
    read: sink => readDump(dump(), sink),
    from: 'ticketz',
    sourceCompany: '1',
    findFile: path => folderSource(folder).find(path),
    scratch,
    now: Date.parse('2026-03-03T00:00:00Z'),
  })
  const row = { ...newDataImport(), state: 'removing' as const, place: opened.place, total: 0 }
  await createRow(company.id, DATA_IMPORTS, row)
  const { id, name } = company.admin.user
  const given = { startedBy: { id, name }, customers: true, invite: false, media: folderSource(folder) }
  await writeStream({
    context: await newContext(company.id, row.id, opened, given),
    stream: opened.stream(),
    from: NO_PROGRESS,
    isOver: () => false,
    onProgress: async () => undefined,
  })
  opened.close()
  return row
}

/** Runs the steps of the job until it ends. */
async function remove({ id: importId }: DataImportRow): Promise<void> {
  const { id, name } = company.admin.user
  let state = { importId, kind: 0, from: null as string | null, removed: 0, kept: 0 }
  for (;;) {
    const job = { companyId: company.id, user: { id, name }, state, done: 0 } as JobRow<'dataImportRemoval'>
    const end = await dataImportRemoval.step(job, async () => undefined)
    if (!('next' in end)) return
    state = end.next
  }
}

/** Rows but those of the imports themselves, which say how far each attempt came; without ends. */
const lasting = (items: readonly Item[]): Item[] =>
  items.filter(({ pk }) => !pk.includes('#dataImport')).map(({ expiresAt: _, ...item }) => item as Item)

describe('removing what was imported', { timeout: 600_000 }, () => {
  it('leaves the same wherever it is cut off, and nothing but what somebody used', async () => {
    const first = await bring(TICKETZ)
    const { columns, rows } = TICKETZ.Messages!
    const later = rows
      .find(row => row[0] === 'M02')!
      .with(0, 'M90')
      .with(1, 'Quanto custa o frete depois')
    const second = await bring({ ...TICKETZ, Messages: { columns, rows: [...rows, later] } })
    const all = await everyItem()
    const idOf = (kind: string) => all.find(({ pk, sk }) => pk.includes('#imported#') && sk === kind)!.id as string
    const [used, gone] = [idOf('ticket#2'), idOf('ticket#1')]
    const { id, name } = company.admin.user
    const note = { note: 'Ligar', ticketId: used, contactId: idOf('contact#1'), user: { id, name } }
    await createNote(company.id, note)
    const before = await everyItem()
    expect(await keysWith(`/media/${gone}/`)).toHaveLength(1)

    Object.assign(fault, { writes: 0, largest: 0 })
    await remove(second)
    await remove(first)
    const { writes, largest } = fault
    expect(writes).toBeGreaterThan(20)
    expect(largest).toBeLessThanOrEqual(100)
    const wanted = lasting(await everyItem())
    const left = wanted.filter(item => JSON.stringify(item).includes(gone))
    expect(left.map(({ pk }) => pk)).toEqual([])
    expect(await keysWith(`/media/${gone}/`)).toEqual([])
    expect(wanted.some(({ pk }) => pk.includes(`#ticket#${used}`))).toBe(true)

    for (const isAfter of [false, true])
      for (let nth = isAfter ? 2 : 1; nth <= writes; nth += 2) {
        await restore(before)
        Object.assign(fault, { left: nth, isAfter })
        const cut = async () => {
          await remove(second)
          await remove(first)
        }
        await cut().catch(error => {
          if (!(error instanceof Killed)) throw error
        })
        await revive()
        await cut()
        expect([nth, isAfter, difference(lasting(await everyItem()), wanted, BEGAN)]).toEqual([nth, isAfter, []])
      }
  })

  it('keeps a conversation to which somebody writes in the moment in which it is removed', async () => {
    const { id: importId, place } = await bring(TICKETZ)
    const { rows: tickets } = await ledgerPage(company.id, place!, 'ticket', null, 100)
    const [{ id: written }, ...left] = tickets as [ImportedRow, ...ImportedRow[]]
    others.act = () => receiveMessage(company.id, written, newId(), { body: 'Ainda tem?' }, { evenClosed: true })
    const { id, name } = company.admin.user
    const removal = { companyId: company.id, importId, by: { id, name }, parallel: 1, isOver: () => false }
    expect(await removeImported(removal, 'ticket', tickets)).toEqual({ done: tickets.length, removed: left.length })
    await requireTicket(company.id, written)
    const words = (await everyItem()).filter(({ pk }) => pk.includes(`#ticket#${written}`)).map(({ body }) => body)
    expect(words).toContain('Ainda tem?')
    for (const gone of left) expect(await getTicket(company.id, gone.id)).toBeUndefined()
  })

  it('stops within a long conversation, and goes on behind what it removed', async () => {
    const { columns, rows } = TICKETZ.Messages!
    const long = Array.from({ length: 2250 }, (_, i) => rows[1]!.with(0, `L${i}`).with(1, `frete ${i}`))
    const { id: importId, place } = await bring({ ...TICKETZ, Messages: { columns, rows: [...rows, ...long] } })
    const { id, name } = company.admin.user
    const removal = { companyId: company.id, importId, by: { id, name }, parallel: 1, isOver: () => true }
    const { rows: tickets } = await ledgerPage(company.id, place!, 'ticket', null, 100)
    const first = await removeImported(removal, 'ticket', tickets)
    expect(first).toEqual({ done: 0, removed: 0 })
    const isMessage = ({ pk, sk }: Item) => pk.includes(`#ticket#${tickets[0]!.id}`) && sk.startsWith('message#')
    const left = (await everyItem()).filter(isMessage)
    expect(left.length).toBeGreaterThan(200)
    expect(left.length).toBeLessThan(400)
    expect(await removeImported(removal, 'ticket', tickets)).toEqual({ done: tickets.length, removed: tickets.length })
    const gone = new Set(tickets.map(ticket => ticket.id))
    const rest = (await everyItem()).filter(item => [...gone].some(one => JSON.stringify(item).includes(one)))
    expect(rest.map(({ pk }) => pk)).toEqual([])
  })
})
