import type { DataImport, DataImportCounts } from '@balcao/shared/entities/data-import.ts'
import { newId } from '@balcao/shared/ids.ts'

/** Counts of a kind, all rows of which are taken; `changes` say what a test is about. */
const sampleCounts = (
  kind: DataImportCounts['kind'],
  read: number,
  changes: Partial<DataImportCounts> = {},
): DataImportCounts => ({ kind, read, taken: read, alreadyThere: 0, joined: {}, refused: {}, changed: {}, ...changes })

/** A dump of Ticketz that was read; `changes` say what a test is about. */
export const sampleDataImport = (changes: Partial<DataImport> = {}): DataImport => ({
  id: newId(),
  system: 'ticketz',
  systemName: 'Ticketz',
  sourceCompany: '1',
  sourceName: 'Padaria Central',
  fileName: 'ticketz.sql.gz',
  mediaName: null,
  customers: false,
  invite: false,
  state: 'ready',
  counts: [
    sampleCounts('user', 3),
    sampleCounts('contact', 1200, {
      taken: 1180,
      joined: { doubled: 12 },
      refused: { badNumber: 8 },
      changed: { textCut: 2 },
    }),
    sampleCounts('ticket', 2000, { taken: 1990, alreadyThere: 10 }),
    sampleCounts('message', 45_000, { changed: { mediaMissing: 300 } }),
  ],
  firstNotices: [
    { kind: 'contact', line: 412, id: '7', effect: 'refused', reason: 'badNumber' },
    { kind: 'contact', line: 418, id: '9', effect: 'joined', reason: 'doubled', intoId: '4' },
  ],
  left: [{ table: 'Settings', rows: 14 }],
  done: 0,
  total: null,
  secondsLeft: null,
  continuesBy: 'start',
  error: null,
  companies: [],
  report: { name: 'importacao.xlsx', url: 'http://localhost/importacao.xlsx' },
  user: { id: newId(), name: 'Maria Andrade' },
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: '2026-11-20T12:00:00.000Z',
  startedAt: null,
  endedAt: null,
  ...changes,
})
