import type { DataImportRow } from '../src/data/imports/data-import.ts'
import { newRow } from '../src/data/table/small-list.ts'

/** A row of an import that was read. */
export const newDataImport = (): DataImportRow =>
  newRow<DataImportRow>({
    system: 'ticketz',
    systemName: 'Ticketz',
    sourceCompany: '1',
    sourceName: 'Loja',
    fileName: 'dump.sql.gz',
    mediaName: null,
    customers: false,
    invite: false,
    state: 'ready',
    counts: [{ kind: 'queue', read: 2, taken: 1, alreadyThere: 0, joined: {}, refused: { noId: 1 }, changed: {} }],
    left: [{ table: 'Chats', rows: 1 }],
    done: 2,
    total: 2,
    error: null,
    companies: [],
    report: null,
    user: { id: '01a22010-064b-7000-b4a7-43beeab4cc4e', name: 'Ana' },
    startedAt: null,
    endedAt: null,
    key: 'uploads/dump',
    mediaKey: null,
    place: 'cf500d3b5b12',
    jobId: null,
    staged: null,
    pace: null,
  })
