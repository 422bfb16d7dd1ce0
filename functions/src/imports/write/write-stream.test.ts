import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dashboard } from '@balcao/shared/api/reports/dashboard.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tickets } from '@balcao/shared/api/tickets/tickets.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { KindTally } from '@balcao/shared/rules/imports/record.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { call, makeCompany, type TestCompany } from '../../../test/harness.ts'
import { TICKETZ } from '../../../test/imports/ticketz-fixture.ts'
import { type FixtureTables, writePgDump } from '../../../test/imports/write-dump.ts'
import { newDataImport } from '../../../test/new-data-import.ts'
import { openOwnTable } from '../../../test/own-table.ts'
import { difference as differenceSince, everyItem, type Item, restore, timeless } from '../../../test/table-state.ts'
import { DATA_IMPORTS } from '../../data/imports/data-import.ts'
import { ledgerPage } from '../../data/imports/imported-row.ts'
import type { WriteProgress } from '../../data/imports/write-progress.ts'
import { createRow } from '../../data/table/small-list.ts'
import type * as Transact from '../../data/table/transact.ts'
import { readDump } from '../dump/read-dump.ts'
import { folderSource } from '../media-folder.ts'
import { type OpenImport, openImport } from '../open-import.ts'
import { removeImported } from '../remove/remove-imported.ts'
import { newContext } from './new-context.ts'
import { NO_PROGRESS, writeStream } from './write-stream.ts'

afterAll(await openOwnTable())

/** Transactions until one fails, before or after it takes effect; whether answers are lost. */
const fault = vi.hoisted(() => ({ left: 0, isAfter: false, count: 0, isAnswerLost: false }))
class Killed extends Error {}
vi.mock('../../data/table/transact.ts', async original => {
  const real = await original<typeof Transact>()
  const faulty = async (write: () => Promise<void>) => {
    fault.count += 1
    const isHit = --fault.left === 0
    if (isHit && !fault.isAfter) throw new Killed()
    await write()
    if (isHit) throw new Killed()
  }
  return {
    ...real,
    transact: (...given: Parameters<typeof real.transact>) => faulty(() => real.transact(...given)),
    transactRepeatable: (...given: Parameters<typeof real.transactRepeatable>) =>
      faulty(async () => {
        await real.transactRepeatable(...given)
        if (fault.isAnswerLost) await real.transactRepeatable(...given)
      }),
  }
})

const NOW = Date.parse('2026-03-03T00:00:00Z')
const IMPORT = newId()
const BEGAN = Date.now()
const difference = (found: readonly Item[], wanted: readonly Item[]) => differenceSince(found, wanted, BEGAN)

const FILE = 'media/1/1/1/aa/voz.ogg'
/** Returns a table whose first row has a file. */
const withFile = ({ columns, rows: [first, ...rows] }: FixtureTables[string]): FixtureTables[string] => ({
  columns: [...columns, 'mediaPath', 'mediaName'],
  rows: [[...first!, FILE, 'voz.ogg'], ...rows.map(row => [...row, null, null])],
})
const TABLES: FixtureTables = {
  ...TICKETZ,
  QuickMessages: withFile(TICKETZ.QuickMessages!),
  Campaigns: withFile(TICKETZ.Campaigns!),
  Schedules: withFile(TICKETZ.Schedules!),
}

let folder: string
let opened: OpenImport
/** False of a run whose media folder is empty. */
let isMediaThere = true
let company: TestCompany
let before: Item[]

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-writing-'))
  mkdirSync(join(folder, 'media/1/1/1/aa'), { recursive: true })
  writeFileSync(join(folder, FILE), 'OggS')
  opened = await openImport({
    read: sink =>
      readDump(
        (async function* () {
          yield Buffer.from(writePgDump(TABLES))
        })(),
        sink,
      ),
    from: 'ticketz',
    sourceCompany: '1',
    findFile(path) {
      const found = folderSource(folder).find(path)
      return isMediaThere || 'problem' in found ? found : { problem: 'mediaMissing' }
    },
    scratch: join(folder, 'rows'),
    now: NOW,
  })
  company = await makeCompany()
  await createRow(company.id, DATA_IMPORTS, newDataImport())
  before = await everyItem()
})
afterAll(() => {
  opened.close()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  fault.left = 0
  fault.count = 0
})

async function run(importId = IMPORT, from: WriteProgress = NO_PROGRESS, of = company): Promise<WriteProgress> {
  let last = from
  await attempt(importId, from, of, progress => {
    last = progress
  })
  return last
}

function contextOf(of: TestCompany, importId: string) {
  const { id, name } = of.admin.user
  const given = { startedBy: { id, name }, customers: true, invite: false, media: folderSource(folder) }
  return newContext(of.id, importId, opened, given)
}

async function attempt(
  importId: string,
  from: WriteProgress,
  of: TestCompany,
  note: (progress: WriteProgress) => void,
) {
  await writeStream({
    context: await contextOf(of, importId),
    stream: opened.stream(),
    from,
    isOver: () => false,
    onProgress: async progress => note(structuredClone(progress)),
  })
}

const of = ({ tally }: WriteProgress, kind: string): KindTally => tally.find(one => one.kind === kind)!

it('tells of many rows in a row before it keeps them all in memory', { timeout: 60_000 }, async () => {
  const context = await contextOf(company, IMPORT)
  const notice = { kind: 'message', line: 1, id: '1', effect: 'refused', reason: 'noId' } as const
  const told: number[] = []
  const stream = Array.from({ length: 12_000 }, () => ({ notice }))
  const isOver = () => told.length === 2
  const onProgress = async ({ position }: WriteProgress, notices: unknown[]) => {
    expect(notices.length).toBe(position - (told.at(-1) ?? 0))
    told.push(position)
  }
  expect(await writeStream({ context, stream, from: NO_PROGRESS, isOver, onProgress })).toBe(false)
  expect(told).toEqual([5000, 10_000])
})

describe('writing another system’s data', { timeout: 600_000 }, () => {
  let whole: WriteProgress
  let after: Item[]

  it('takes every record, and says of each row what became of it', async () => {
    whole = await run()
    after = await everyItem()
    for (const [kind, rows] of opened.read) {
      const { taken, there, joined, refused } = of(whole, kind) ?? { taken: 0, there: 0, joined: {}, refused: {} }
      const told = [...Object.values(joined), ...Object.values(refused)].reduce((sum, one) => sum + one, taken + there)
      expect([kind, told]).toEqual([kind, rows])
    }
    expect(of(whole, 'message').taken).toBeGreaterThan(8)
    expect(of(whole, 'message').there).toBe(0)
  })

  it('is found and read as any conversation', async () => {
    const { body } = await call(tickets.list, { as: company.admin, query: { status: 'closed', showAll: 'true' } })
    const pages = await Promise.all(
      body.tickets.map(({ id }) => call(messages.list, { as: company.admin, params: { ticketId: id } })),
    )
    const page = pages.find(one => one.body.messages.some(({ body: text }) => text === 'Quanto custa?'))!
    const answer = page.body.messages.find(one => one.body.includes('Já vejo'))!
    expect(answer.quotedMsg).toMatchObject({ body: 'Quanto custa?' })
    expect(page.body.messages.find(({ mediaType }) => mediaType === 'audio')).toMatchObject({
      mediaUrl: expect.any(String),
    })
    expect(page.body.messages.some(({ isDeleted }) => isDeleted)).toBe(true)
    expect(page.body.messages.find(one => one.body === 'Quanto custa?')!.reactions).toHaveLength(1)
  })

  it('is found by its words: of a text, an answer, a file, a place', async () => {
    const find = async (searchParam: string) => {
      const { body } = await call(messages.search, { as: company.admin, query: { searchParam, showAll: 'true' } })
      return body.hits.map(({ line }) => line)
    }
    expect(await find('quanto custa')).toEqual(['Quanto custa?'])
    expect(await find('vejo')).toEqual([expect.stringContaining('Já vejo')])
    expect(await find('nota fiscal')).toEqual([expect.stringContaining('nota')])
    expect(await find('praca')).toEqual([expect.stringContaining('Praça')])
    expect(await find('depois')).toEqual(['depois'])
    expect(await find('apagada')).toEqual([])
  })

  it('is found by its contact: by a word, a part of the number, the beginning of its protocol number', async () => {
    const find = async (searchParam: string) => {
      const query = { searchParam, showAll: 'true' as const }
      const { body } = await call(tickets.list, { as: company.admin, query })
      return body.tickets.map(({ id }) => id)
    }
    const { body } = await call(tickets.list, { as: company.admin, query: { status: 'closed', showAll: 'true' } })
    const [closed] = body.tickets.filter(({ contact }) => contact.name.startsWith('Ana'))
    for (const text of ['ana', 'drop', 'ana drop', '80007919', '11980007919', '0079', closed!.id.slice(-6)])
      expect([text, (await find(text)).filter(id => id === closed!.id)]).toEqual([text, [closed!.id]])
    expect(await find('anab')).toEqual([])
    const own = after.filter(({ pk, sk }) => /#search#ticket/.test(pk) && sk.endsWith(closed!.id))
    expect(own.map(({ sk }) => sk)).toEqual([`${closed!.id.slice(-6)}#${closed!.id}`])
  })

  it('counts in the dashboard by its own dates', async () => {
    const days = { initialDate: '2026-02-25', finalDate: '2026-03-05' }
    const made = await call(dashboard.ticketsDay, { as: company.admin, query: days })
    expect(made.body.count).toBe(of(whole, 'ticket').taken)
    const today = new Date().toISOString().slice(0, 10)
    const now = await call(dashboard.ticketsDay, { as: company.admin, query: { initialDate: today, finalDate: today } })
    expect(now.body.count).toBe(0)
  })

  it('adds nothing the second time', async () => {
    const again = await run(newId())
    for (const { kind, taken, there } of whole.tally)
      expect([kind, of(again, kind).taken, of(again, kind).there]).toEqual([kind, 0, taken + there])
    expect(difference(await everyItem(), after)).toEqual([])
  })

  it('writes the same where answers are lost, and counts as taken what it then finds', async () => {
    await restore(before)
    fault.isAnswerLost = true
    const progress = await run().finally(() => {
      fault.isAnswerLost = false
    })
    expect(progress.tally).toEqual(whole.tally)
    expect(difference(await everyItem(), after)).toEqual([])
  })

  it('writes the same wherever a run was cut off, before or after any of its transactions', async () => {
    await restore(before)
    fault.count = 0
    await run()
    const transactions = fault.count
    const wanted = await everyItem()
    const tally = JSON.stringify((await run()).tally)
    for (const isAfter of [false, true])
      for (let nth = 1; nth <= transactions; nth += 4) {
        await restore(before)
        let last: WriteProgress = NO_PROGRESS
        Object.assign(fault, { left: nth + (isAfter ? 2 : 0), isAfter })
        const cut = attempt(IMPORT, NO_PROGRESS, company, progress => {
          last = progress
        })
        await cut.catch(error => {
          if (!(error instanceof Killed)) throw error
        })
        fault.left = 0
        const end = await run(IMPORT, last)
        expect([nth, isAfter, JSON.stringify(end.tally)]).toEqual([nth, isAfter, tally])
        expect([nth, isAfter, difference(await everyItem(), wanted)]).toEqual([nth, isAfter, []])
      }
  })

  /** Rows but messages that have a file of the media folder. */
  const keptFiles = (items: readonly Item[]): Item[] =>
    items.filter(
      item => /campaign|schedule|quickMessage/.test(item.pk) && JSON.stringify(item).includes('/media/kept/'),
    )

  it('brings files later that were missing the first time, once, wherever that is cut off', async () => {
    const second = newId()
    const isMessage = ({ sk }: Item) => sk.startsWith('message#')
    const filledIn = (items: readonly Item[]) => items.filter(item => isMessage(item) && item.mediaFrom === second)
    await restore(before)
    isMediaThere = false
    const first = await run()
    const without = await everyItem()
    isMediaThere = true
    expect(of(first, 'message').changed.mediaMissing).toBe(of(whole, 'message').changed.mediaMissing! + 1)

    fault.count = 0
    const filled = await run(second)
    const transactions = fault.count
    const wanted = await everyItem()
    expect(of(filled, 'message')).toMatchObject({ taken: 0, changed: { mediaAdded: 1 } })
    for (const kind of ['quickMessage', 'campaign', 'schedule'])
      expect([kind, of(filled, kind)]).toMatchObject([kind, { taken: 0, changed: { mediaAdded: 1 } }])
    expect(keptFiles(without)).toEqual([])
    expect(keptFiles(wanted)).toHaveLength(3)
    const [message] = filledIn(wanted) as [Item]
    const was = without.find(({ pk, sk }) => pk === message.pk && sk === message.sk)!
    expect(was.error).toBe('ERR_MEDIA_NOT_IMPORTED')
    const { media, mediaFrom: _, gsi1pk: __, gsi1sk: ___, ...rest } = message
    const { error: ____, media: noMedia, ...unchanged } = was
    expect(rest).toEqual(unchanged)
    expect(media).toMatchObject({ size: 4, key: expect.stringContaining(String(message.id)) })
    expect(noMedia).not.toHaveProperty('key')
    expect(filledIn(wanted)).toHaveLength(1)
    expect(wanted.filter(isMessage)).toHaveLength(without.filter(isMessage).length)

    const again = await run(newId())
    expect(of(again, 'message').changed.mediaAdded).toBeUndefined()
    expect(difference(await everyItem(), wanted)).toEqual([])

    for (const isAfter of [false, true])
      for (let nth = 1; nth <= transactions; nth++) {
        await restore(without)
        let last: WriteProgress = NO_PROGRESS
        Object.assign(fault, { left: nth, isAfter })
        await expect(
          attempt(second, NO_PROGRESS, company, progress => {
            last = progress
          }),
        ).rejects.toThrow(Killed)
        fault.left = 0
        const end = await run(second, last)
        expect([nth, isAfter, JSON.stringify(end.tally)]).toEqual([nth, isAfter, JSON.stringify(filled.tally)])
        expect([nth, isAfter, difference(await everyItem(), wanted)]).toEqual([nth, isAfter, []])
      }

    // The removal of the import that brought them leaves the rows as they were.
    const { id, name } = company.admin.user
    const { rows } = await ledgerPage(company.id, opened.place, 'file', null, 10)
    expect(rows.map(({ importId }) => importId)).toEqual([second, second, second])
    const removal = { companyId: company.id, importId: second, by: { id, name }, parallel: 1, isOver: () => false }
    expect(await removeImported(removal, 'file', rows)).toEqual({ done: 3, removed: 3 })
    const others = (items: readonly Item[]) => items.filter(item => !isMessage(item))
    expect(difference(others(await everyItem()), others(without))).toEqual([
      // Tickets that got more.
      ...others(wanted)
        .filter(({ sk }) => sk.startsWith('more#'))
        .map(item => `+ ${timeless([item], BEGAN)[0]}`),
    ])
  })

  it('joins contacts, queues and tags that are there, in each company alone', async () => {
    const other = await makeCompany()
    const mine = await everyItem()
    await run(newId(), NO_PROGRESS, other)
    const later = await everyItem()
    const isMine = ({ pk }: Item) => pk.startsWith(company.id)
    expect(later.filter(isMine)).toEqual(mine.filter(isMine))
  })
})
