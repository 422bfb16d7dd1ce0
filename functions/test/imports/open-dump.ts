import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Imported, ImportKind, ImportRecord, ImportSystem, Notice } from '@balcao/shared/rules/imports/record.ts'
import { readDump } from '../../src/imports/dump/read-dump.ts'
import { type FindFile, noMediaFolder } from '../../src/imports/media-folder.ts'
import { openImport } from '../../src/imports/open-import.ts'
import { count, newTally, rowsWithOutcome } from '../../src/imports/tally.ts'

type Options = { from?: ImportSystem; sourceCompany?: string; findFile?: FindFile; now?: number }

export type Opened = {
  name: string
  place: string
  records: ImportRecord[]
  notices: Notice[]
  left: string[]
  of: <K extends ImportKind>(kind: K) => Extract<ImportRecord, { kind: K }>[]
}

/**
 * Reads a dump to its end.
 * @throws if of a row that was read it is not known what became of it, or a record refers to one
 * that did not come before it
 */
export async function openDump(
  dump: string,
  { findFile = noMediaFolder, now = 0, ...options }: Options = {},
): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-import-test-'))
  async function* bytes() {
    yield Buffer.from(dump)
  }
  const opened = await openImport({
    read: sink => readDump(bytes(), sink),
    findFile,
    now,
    scratch: join(folder, 'rows'),
    ...options,
  }).catch((error: unknown) => {
    rmSync(folder, { recursive: true })
    throw error
  })
  try {
    const elements: Imported[] = [...opened.stream()]
    const tally = newTally()
    for (const element of elements) count(tally, element)
    const unsaid = [...tally.values()].filter(row => rowsWithOutcome(row) !== (opened.read.get(row.kind) ?? 0))
    if (unsaid.length > 0)
      throw new Error(`unsaid: ${JSON.stringify(unsaid.map(row => [row, opened.read.get(row.kind)]))}`)
    const records = elements.flatMap(element => ('record' in element ? [element.record] : []))
    assertOrder(records)
    return {
      name: opened.recognised.name,
      place: opened.place,
      records,
      notices: elements.flatMap(element => ('notice' in element ? [element.notice] : [])),
      left: opened.left.map(({ table, rows }) => `${table} ${rows}`),
      of: kind => records.filter(record => record.kind === kind) as never,
    }
  } finally {
    opened.close()
    rmSync(folder, { recursive: true })
  }
}

const REFERENCES: Record<string, ImportKind> = {
  queueId: 'queue',
  queueIds: 'queue',
  userId: 'user',
  tagIds: 'tag',
  connectionId: 'connection',
  contactId: 'contact',
  contactListId: 'contactList',
  campaignId: 'campaign',
  ticketId: 'ticket',
}

function assertOrder(records: ImportRecord[]): void {
  const known = new Set<string>()
  let ticketId: string | undefined
  for (const record of records) {
    for (const [field, kind] of Object.entries(REFERENCES)) {
      const value = (record as unknown as Record<string, string | string[] | null | undefined>)[field]
      for (const id of [value ?? []].flat())
        if (!known.has(`${kind} ${id}`))
          throw new Error(`${record.kind} ${record.source.id} names ${kind} ${id} before it came`)
    }
    if (record.kind === 'ticket') ticketId = record.source.id
    // What is written of a ticket is written into the one that came last.
    else if ('ticketId' in record && record.ticketId !== ticketId)
      throw new Error(`${record.kind} ${record.source.id} of ticket ${record.ticketId} came after ${ticketId}`)
    const key = `${record.kind} ${record.source.id}`
    if (known.has(key)) throw new Error(`${key} came twice`)
    known.add(key)
  }
}
