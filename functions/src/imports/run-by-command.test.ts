import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeCompany } from '../../test/harness.ts'
import { TICKETZ } from '../../test/imports/ticketz-fixture.ts'
import { writePgDump } from '../../test/imports/write-dump.ts'
import { newDataImport } from '../../test/new-data-import.ts'
import { DATA_IMPORTS, type DataImportRow } from '../data/imports/data-import.ts'
import { createRow, everyRow } from '../data/table/small-list.ts'
import { readDump } from './dump/read-dump.ts'
import { NO_MEDIA } from './media-folder.ts'
import { type OpenImport, openImport } from './open-import.ts'
import { runByCommand } from './run-by-command.ts'

let folder: string
let opened: OpenImport
let companyId: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'balcao-command-test-'))
  async function* bytes() {
    yield Buffer.from(writePgDump(TICKETZ))
  }
  opened = await openImport({
    read: sink => readDump(bytes(), sink),
    ...{ from: 'ticketz', sourceCompany: '1', findFile: NO_MEDIA.find, now: 0 },
    scratch: join(folder, 'rows'),
  })
  companyId = (await makeCompany()).id
})
afterEach(() => {
  opened.close()
  rmSync(folder, { recursive: true })
})

/** Stores an import that another run began. */
const begun = (row: Partial<DataImportRow>) =>
  createRow<DataImportRow>(companyId, DATA_IMPORTS, {
    ...newDataImport(),
    ...{ state: 'running', fileName: 'outro.sql', key: '', place: 'another' },
    ...row,
  })
const run = () =>
  runByCommand({
    ...{ companyId, system: 'ticketz', opened, media: NO_MEDIA, fileName: 'dump.sql', mediaName: null },
    ...{ customers: false, invite: false, onProgress: () => undefined, onNotice: () => undefined },
  })
const imports = async () =>
  (await everyRow(companyId, DATA_IMPORTS, { consistent: true })).map(({ fileName, state }) => [fileName, state])

it.each(['reading', 'running', 'removing'] as const)('is refused beside another import: %s', async state => {
  await begun({ state })
  await expect(run()).rejects.toMatchObject({ code: 'ERR_IMPORT_UNDER_WAY' })
  expect(await imports()).toEqual([['outro.sql', state]])
})

it('runs beside one whose command died, and goes on with its own', async () => {
  await begun({ updatedAt: new Date(Date.now() - 6 * 60_000).toISOString() })
  await begun({ place: opened.place, fileName: 'dump.sql' })
  await run()
  expect((await imports()).toSorted()).toEqual([
    ['dump.sql', 'done'],
    ['outro.sql', 'failed'],
  ])
})
