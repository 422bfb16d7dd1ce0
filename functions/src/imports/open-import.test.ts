import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { TICKETZ } from '../../test/imports/ticketz-fixture.ts'
import { writePgDump } from '../../test/imports/write-dump.ts'
import { readDump } from './dump/read-dump.ts'
import { noMediaFolder } from './media-folder.ts'
import { openImport, openPart, reopenImport } from './open-import.ts'

/** Format of the version that runs. */
const format = vi.hoisted(() => ({ now: 1 }))
vi.mock('../data/imports/staged-format.ts', () => ({
  get STAGED_FORMAT() {
    return format.now
  },
}))

it('gives the same stream each time, also in part, and from a file that was kept', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-open-'))
  const scratch = join(folder, 'rows')
  const kept = join(folder, 'kept')
  async function* dump() {
    yield Buffer.from(writePgDump(TICKETZ))
  }
  const opened = await openImport({
    read: sink => readDump(dump(), sink),
    sourceCompany: '1',
    findFile: noMediaFolder,
    scratch,
    now: 0,
  })
  try {
    opened.keep()
    copyFileSync(scratch, kept)
    const first = [...opened.stream()]
    // A run that ends before the end leaves its place behind.
    for (const element of opened.stream()) if ('record' in element && element.record.kind === 'message') break
    expect([...opened.stream()]).toEqual(first)
    expect(first.length).toBeGreaterThan(30)
    const again = reopenImport(kept, noMediaFolder)
    expect([...again.stream()]).toEqual(first)
    expect([again.place, [...again.read], again.left, again.company]).toEqual([
      opened.place,
      [...opened.read],
      opened.left,
      opened.company,
    ])
    again.close()
  } finally {
    opened.close()
    rmSync(folder, { recursive: true })
  }
})

it('takes no rows of another version of the program', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-open-'))
  const scratch = join(folder, 'rows')
  const kept = join(folder, 'kept')
  async function* dump() {
    yield Buffer.from(writePgDump(TICKETZ))
  }
  try {
    const part = openPart(scratch, '1', false)
    const tables = await readDump(dump(), part.sink)
    part.keep(tables, null)
    copyFileSync(scratch, kept)
    part.close()
    copyFileSync(kept, scratch)
    const same = openPart(scratch, '1', true)
    expect([...same.tables!.keys()]).toEqual([...tables.keys()])
    same.close()

    format.now = 2
    copyFileSync(kept, scratch)
    const other = openPart(scratch, '1', true)
    expect([other.tables, other.point]).toEqual([undefined, null])
    // It begins anew, and is whole.
    const options = { from: undefined, sourceCompany: '1', findFile: noMediaFolder, now: 0 }
    const opened = other.prepare(await readDump(dump(), other.sink), options)
    expect([...opened.stream()].length).toBeGreaterThan(30)
    opened.keep()
    copyFileSync(scratch, kept)
    opened.close()

    format.now = 3
    expect(() => reopenImport(kept, noMediaFolder)).toThrow(/another version of the program/)
    expect(existsSync(kept)).toBe(false)
  } finally {
    format.now = 1
    rmSync(folder, { recursive: true })
  }
})
