import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { TICKETZ } from '../../test/imports/ticketz-fixture.ts'
import { writePgDump } from '../../test/imports/write-dump.ts'
import { readDump } from './dump/read-dump.ts'
import { noMediaFolder } from './media-folder.ts'
import { openImport, reopenImport } from './open-import.ts'

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
