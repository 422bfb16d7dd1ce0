import { existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { imports } from '@balcao/shared/api/company/imports.ts'
import type { DataImport } from '@balcao/shared/entities/data-import.ts'
import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { type Gate, openGate } from '../../../../test/gate.ts'
import { call, makeCompany, type TestCompany } from '../../../../test/harness.ts'
import { TICKETZ } from '../../../../test/imports/ticketz-fixture.ts'
import { writePgDump } from '../../../../test/imports/write-dump.ts'
import { batchOf } from '../../../../test/pipeline-fixture.ts'
import type * as ImportFiles from '../../../imports/import-files.ts'
import type * as OpenImports from '../../../imports/open-import.ts'
import { READING } from '../../../imports/reading-limits.ts'
import { putObject, readObjectHead } from '../../../integrations/storage.ts'
import { handler } from '../handler.ts'

/** Keys of the objects that steps made of a file; the process ends after one of them, once. */
const stored = vi.hoisted(() => ({ keys: [] as string[], isLast: (_key: string, _nth: number): boolean => false }))
vi.mock('../../../imports/import-files.ts', async original => {
  const real = await original<typeof ImportFiles>()
  return {
    ...real,
    async putFile(...given: Parameters<typeof real.putFile>) {
      await real.putFile(...given)
      stored.keys.push(given[0])
      if (!stored.isLast(given[0], stored.keys.length)) return
      stored.isLast = () => false
      throw new Error('killed')
    },
  }
})

/** Number of times that the process ends while the rows are put in order. */
const ordering = vi.hoisted(() => ({ ends: 0 }))
vi.mock('../../../imports/open-import.ts', async original => {
  const real = await original<typeof OpenImports>()
  return {
    ...real,
    openPart(...given: Parameters<typeof real.openPart>) {
      const part = real.openPart(...given)
      return {
        ...part,
        prepare(...how: Parameters<typeof part.prepare>) {
          if (ordering.ends-- > 0) throw new Error('killed')
          return part.prepare(...how)
        },
      }
    },
  }
})

let gate: Gate
beforeAll(async () => {
  gate = await openGate()
})
afterAll(() => gate.close())
const limits = { ...READING }
beforeEach(() => {
  Object.assign(READING, limits)
  stored.keys = []
  stored.isLast = () => false
  ordering.ends = 0
})

/** Contacts enough for several parts. */
const [first] = TICKETZ.Contacts!.rows
const TABLES = {
  ...TICKETZ,
  Contacts: {
    ...TICKETZ.Contacts!,
    rows: [
      ...TICKETZ.Contacts!.rows,
      ...Array.from({ length: 3000 }, (_, n) => [
        100 + n,
        `Çãé ${'x'.repeat(400)}`,
        `55119${90_000_000 + n}`,
        ...first!.slice(3),
      ]),
    ],
  },
}
const DUMP = Buffer.from(writePgDump(TABLES))

async function readAll(company: TestCompany, dump: Uint8Array): Promise<{ row: DataImport; steps: number }> {
  const { body } = await call(imports.uploads, {
    as: company.admin,
    body: { fileName: 'dump.sql', mimetype: 'text/plain', size: dump.length },
  })
  await putObject(body.key, dump, 'application/octet-stream')
  gate.sent()
  const made = await call(imports.create, {
    as: company.admin,
    body: { system: 'ticketz', key: body.key, fileName: 'dump.sql', sourceCompany: '1' },
  })
  const waiting: JobMessage[] = gate.sent()
  let steps = 0
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { batchItemFailures } = await handler(batchOf([JSON.stringify(next)]))
    // The queue gives a failed message again.
    if (batchItemFailures.length > 0) waiting.unshift(next)
    else steps++
    waiting.push(...gate.sent())
  }
  return { row: (await call(imports.get, { as: company.admin, params: { id: made.body.id } })).body, steps }
}

it('reads a dump in parts, plain and compressed, as in one', { timeout: 120_000 }, async () => {
  const company = await makeCompany()
  const whole = await readAll(company, DUMP)
  expect([whole.row.state, whole.steps]).toEqual(['ready', 1])
  Object.assign(READING, { part: 0, together: -1 })
  for (const dump of [DUMP, gzipSync(DUMP)]) {
    stored.keys = []
    const { row, steps } = await readAll(company, dump)
    expect(steps).toBeGreaterThan(4)
    const { state, counts, firstNotices, left } = row
    expect({ state, counts, firstNotices, left }).toEqual({
      state: 'ready',
      counts: whole.row.counts,
      firstNotices: whole.row.firstNotices,
      left: whole.row.left,
    })
    // Nothing of the parts stays in the bucket, nor of what the report is made of. The mapping and
    // the report have a step each.
    const parts = stored.keys.filter(key => key.includes('/part-'))
    expect(parts.length).toBe(steps - 2)
    const notes = stored.keys.filter(key => key.includes('/notes-'))
    expect(notes.length).toBe(1)
    for (const key of [...parts, ...notes]) expect(await readObjectHead(key, 1)).toBeUndefined()
  }
})

it('goes on at the last part wherever its process ends', { timeout: 120_000 }, async () => {
  const company = await makeCompany()
  Object.assign(READING, { part: 0, together: -1 })
  const { row: whole } = await readAll(company, DUMP)
  const places = [
    (_: string, nth: number) => nth === 1,
    (_: string, nth: number) => nth === 3,
    (key: string) => key.includes('/rows-'),
    (key: string) => key.includes('/notes-'),
    (key: string) => key.includes('/report-'),
  ]
  for (const [nth, isLast] of places.entries()) {
    Object.assign(stored, { keys: [], isLast })
    const end = await readAll(company, DUMP)
    expect([nth, end.row.state, end.row.counts]).toEqual([nth, 'ready', whole.counts])
  }
  // Nothing was mapped again for the report alone.
  expect(stored.keys.filter(key => key.includes('/rows-')).length).toBe(1)
  expectLogged('message failed', 5)
})

it('removes what an ended process left on the disk', { timeout: 60_000 }, async () => {
  const company = await makeCompany()
  Object.assign(READING, { part: 0, together: -1 })
  const fileOf = (job: string) => join(tmpdir(), `balcao-import-${job}-0-rows`)
  const [old, fresh] = [fileOf(newId()), fileOf(newId())]
  for (const path of [old, fresh]) writeFileSync(path, 'rows')
  utimesSync(old, new Date(), new Date(Date.now() - 2 * 3600_000))
  let own = ''
  stored.isLast = key => {
    own = fileOf(/part-(.{36})-/.exec(key)![1]!)
    writeFileSync(own, 'rows')
    return true
  }
  expect((await readAll(company, DUMP)).row.state).toBe('ready')
  expect([own, old, fresh].map(path => existsSync(path))).toEqual([false, false, true])
  rmSync(fresh)
  expectLogged('message failed', 1)
})

it('says at once that a dump takes too long, and names the command', { timeout: 60_000 }, async () => {
  const company = await makeCompany()
  Object.assign(READING, { map: -1 })
  const { row } = await readAll(company, DUMP)
  expect(row).toMatchObject({ state: 'failed', error: { code: 'ERR_IMPORT_TOO_LARGE' } })
  expect(row.error!.detail).toContain('npm run import')
})

it('refuses rows that no process could put in order, after some tries', { timeout: 60_000 }, async () => {
  const company = await makeCompany()
  ordering.ends = 1
  expect((await readAll(company, DUMP)).row.state).toBe('ready')
  // Read by a step of its own, and put in order by the next.
  for (const together of [READING.together, -1]) {
    Object.assign(READING, { together })
    ordering.ends = 2
    const { row } = await readAll(company, DUMP)
    expect(row).toMatchObject({ state: 'failed', error: { code: 'ERR_IMPORT_TOO_LARGE' } })
    expect(row.error!.detail).toContain('npm run import')
  }
  expectLogged('message failed', 5)
})
