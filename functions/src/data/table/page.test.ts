import { newId } from '@balcao/shared/ids.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { each, firstOf, fromRows, pageOf, type Source } from './page.ts'

type Row = { id: string; shown: boolean; bytes: number }

const companyId = newId()
/** Three of them do not fit into an answer. */
const LARGE = 1_100_000
const weigh = (row: Row) => row.bytes
const idsOf = (rows: Row[]) => rows.map(({ id }) => id)
const make = (count: number, changes: (i: number) => Partial<Row> = () => ({})): Row[] =>
  Array.from({ length: count }, (_, i) => ({ id: String(i), shown: true, bytes: 1000, ...changes(i) }))
const sourceOf = (rows: readonly Row[]): Source<Row> => fromRows(rows, row => row.id)
const shown = (rows: readonly Row[]) => idsOf(rows.filter(row => row.shown))
const accept = (row: Row) => row.shown

/** Like a search: rows that are not shown are not answered, but looked at, so many at a time. */
const searching =
  (rows: readonly Row[], atOnce: number): Source<Row> =>
  async (wanted, from) => {
    const found: { row: Row; position: unknown; looked: number }[] = []
    let looked = 0
    let at = (from as number | null) ?? 0
    for (const end = at + atOnce; at < Math.min(end, rows.length) && found.length < wanted; at++) {
      looked += 1
      if (!rows[at]!.shown) continue
      found.push({ row: rows[at]!, position: at + 1, looked })
      looked = 0
    }
    return { rows: found, end: at, more: at < rows.length, looked }
  }

async function byCursor(source: Source<Row>, limit: number) {
  const pages: string[][] = []
  for (let cursor: string | undefined; ; ) {
    const { rows, hasMore, nextCursor } = await pageOf(companyId, 'rows', source, { limit, cursor, accept, weigh })
    pages.push(idsOf(rows))
    expect(hasMore).toBe(nextCursor !== null)
    if (nextCursor === null) return pages
    cursor = nextCursor
  }
}

async function byNumber(source: Source<Row>, limit: number) {
  const pages: string[][] = []
  for (let pageNumber = 1; ; pageNumber++) {
    const { rows, hasMore, before } = await pageOf(companyId, 'rows', source, { limit, pageNumber, accept, weigh })
    expect(before).toBe(pages.flat().length)
    pages.push(idsOf(rows))
    if (!hasMore) return pages
  }
}

describe('pageOf', () => {
  it('shows each row once by cursor and by number: light rows, heavy ones, few that are shown, long gaps', async () => {
    for (const rows of [
      make(0),
      make(20),
      make(65),
      make(60, i => ({ bytes: i % 7 === 0 ? LARGE : 10 })),
      make(9, () => ({ bytes: LARGE })),
      make(1500, i => ({ shown: i % 60 === 7 })),
      make(1200, i => ({ shown: i % 401 < 2 })),
      make(1500, i => ({ shown: i === 3 || i > 1400 })),
      make(900, i => ({ shown: i === 899 })),
      make(900, i => ({ shown: i > 395 && i < 405, bytes: LARGE })),
    ]) {
      for (const source of [sourceOf(rows), searching(rows, 400), searching(rows, 90), searching(rows, 1000)]) {
        expect((await byCursor(source, 20)).flat()).toEqual(shown(rows))
        expect((await byNumber(source, 20)).flat()).toEqual(shown(rows))
      }
    }
  })

  it('ends where its rows fill an answer, and has one row at least', async () => {
    const pages = await byCursor(sourceOf(make(9, () => ({ bytes: LARGE }))), 20)
    expect(pages.map(page => page.length)).toEqual([2, 2, 2, 2, 1])
    const huge = await byCursor(sourceOf(make(3, () => ({ bytes: 5_000_000 }))), 20)
    expect(huge.map(page => page.length)).toEqual([1, 1, 1])
    const texts = make(9).map(row => ({ ...row, text: 'é'.repeat(LARGE / 2) }))
    expect((await pageOf(companyId, 'rows', sourceOf(texts), { limit: 20 })).rows).toHaveLength(2)
  })

  it('ends there with or without the number of characters its rows were made of', async () => {
    /** Rows are stored as their JSON; read so many at a time. */
    const stored =
      (rows: readonly Row[], atOnce: number, isTold: boolean): Source<Row> =>
      async (wanted, from) => {
        const at = (from as number | null) ?? 0
        const read = rows.slice(at, at + Math.min(wanted, atOnce))
        const size = read.reduce((sum, row) => sum + JSON.stringify(row).length, 0)
        return {
          rows: read.map((row, i) => ({ row, position: at + i + 1 })),
          ...(isTold ? { size } : {}),
          end: at + read.length,
          more: at + read.length < rows.length,
        }
      }
    const text = fc.record({
      character: fc.constantFrom('x', 'é', '🙂', '\u0001'),
      length: fc.constantFrom(0, 100, 40_000, 200_000, 500_000),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { maxLength: 40 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 30 }),
        fc.boolean(),
        async (texts, limit, atOnce, numbered) => {
          const rows = make(texts.length).map((row, i) => ({
            ...row,
            text: texts[i]!.character.repeat(texts[i]!.length),
          }))
          const pages = async (isTold: boolean) => {
            const all: string[][] = []
            let cursor: string | undefined
            for (let pageNumber = 1; ; pageNumber++) {
              const place = numbered ? { pageNumber } : { cursor }
              const page = await pageOf(companyId, 'rows', stored(rows, atOnce, isTold), { limit, ...place })
              all.push(idsOf(page.rows))
              if (!page.hasMore) return all
              cursor = page.nextCursor!
            }
          }
          expect(await pages(true)).toEqual(await pages(false))
        },
      ),
      { numRuns: 30 },
    )
  })

  it('looks at so much for a page and no more', async () => {
    let looked = 0
    const source: Source<Row> = async (wanted, from) => {
      const slice = await searching(
        make(5000, () => ({ shown: false })),
        100,
      )(wanted, from)
      looked += slice.looked ?? 0
      return slice
    }
    const first = await pageOf(companyId, 'rows', source, { limit: 20, accept })
    expect([first.rows, first.hasMore, looked]).toEqual([[], true, 400])
  })

  it('names the cursor for a page too much would have to be read for', async () => {
    const source = sourceOf(make(5000, i => ({ shown: i % 200 === 0 })))
    const page = (pageNumber: number) => pageOf(companyId, 'rows', source, { limit: 20, pageNumber, accept })
    expect((await page(5)).rows).toHaveLength(2)
    await expect(page(12)).rejects.toMatchObject({
      code: 'ERR_VALIDATION',
      details: [{ path: 'pageNumber', code: 'page_too_deep', maximum: 2000 }],
    })
  })

  it('goes on where the row of its cursor was, when that is gone', async () => {
    const rows = make(30)
    const { nextCursor } = await pageOf(companyId, 'rows', sourceOf(rows), { limit: 10 })
    const cursor = nextCursor!
    const gone = rows.filter(({ id }) => id !== '9')
    expect(idsOf((await pageOf(companyId, 'rows', sourceOf(gone), { limit: 3, cursor })).rows)).toEqual([
      '10',
      '11',
      '12',
    ])
    const more = [{ id: 'new', shown: true, bytes: 1000 }, ...rows]
    expect(idsOf((await pageOf(companyId, 'rows', sourceOf(more), { limit: 2, cursor })).rows)).toEqual(['10', '11'])
  })

  it('refuses the cursor of another list or company', async () => {
    const { nextCursor } = await pageOf(companyId, 'rows', sourceOf(make(30)), { limit: 10 })
    const cursor = nextCursor!
    const ask = (owner: string, list: string) => pageOf(owner, list, sourceOf(make(30)), { limit: 10, cursor })
    await expect(ask(companyId, 'others')).rejects.toMatchObject({ code: 'ERR_INVALID_CURSOR' })
    await expect(ask(newId(), 'rows')).rejects.toMatchObject({ code: 'ERR_INVALID_CURSOR' })
  })
})

describe('a source', () => {
  it('is read to its end, or as far as it is asked', async () => {
    const rows = make(250)
    const read: Row[] = []
    for await (const row of each(sourceOf(rows))) read.push(row)
    expect(read).toEqual(rows)
    expect(await firstOf(sourceOf(rows), 7)).toEqual(rows.slice(0, 7))
    expect(await firstOf(searching(rows, 3), 20)).toEqual(rows.slice(0, 20))
    expect(await firstOf(sourceOf(rows), 1000)).toHaveLength(250)
  })
})

describe('searches beside lists', () => {
  it('are read one after the other while a list is', async () => {
    const asked: string[] = []
    const ends = new Map<string, () => void>()
    const held =
      (name: string): Source<Row> =>
      async () => {
        asked.push(name)
        await new Promise<void>(resolve => ends.set(name, resolve))
        return { rows: [], end: null, more: false }
      }
    const read = (name: string, search: boolean) => pageOf(companyId, name, held(name), { limit: 1, search })
    const all = [read('list', false), read('first', true), read('second', true)]
    await expect.poll(() => asked).toEqual(['list', 'first'])
    ends.get('first')!()
    await expect.poll(() => asked).toEqual(['list', 'first', 'second'])
    for (const end of ends.values()) end()
    expect(await Promise.all(all)).toHaveLength(3)
  })
})
