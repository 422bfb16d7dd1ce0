/** Makes the elements of the stream: records with their changes, and notices about others. */
import {
  type Imported,
  type ImportKind,
  type ImportRecord,
  type Join,
  NO_CONNECTION,
  type Refusal,
} from '@balcao/shared/rules/imports/record.ts'
import type { ChangeNote, Mapped } from '@balcao/shared/rules/imports/values.ts'

/** Place of a row in the dump. */
type RowPlace = { line: number; id: string | null }

const refused = (kind: ImportKind, { line, id }: RowPlace, reason: Refusal, detail?: string): Imported => ({
  notice: { kind, line, id: id ?? '', effect: 'refused', reason, ...(detail ? { detail } : {}) },
})

const joined = (kind: ImportKind, { line, id }: RowPlace, reason: Join, intoId: string): Imported => ({
  notice: { kind, line, id: id ?? '', effect: 'joined', reason, intoId },
})

/** Returns the changes of a record, with that of unreadable characters in its names. */
function withBadText({ record, changes }: { record: ImportRecord; changes: ChangeNote[] }): ChangeNote[] {
  // Of messages, which are many, only the text is looked at, where it is read.
  if (record.kind === 'message' || changes.some(({ reason }) => reason === 'badText')) return changes
  return JSON.stringify(record).includes('\ufffd') ? [...changes, { reason: 'badText' }] : changes
}

/** Yields what became of a row; adds its id to those that were taken. */
function* mapped(
  kind: ImportKind,
  row: RowPlace,
  result: Mapped<ImportRecord>,
  taken?: Set<string>,
): Generator<Imported> {
  if ('refusal' in result) {
    yield refused(kind, row, result.refusal, result.detail)
    return
  }
  yield { record: result.record }
  taken?.add(result.record.source.id)
  for (const { reason, detail } of withBadText(result))
    yield {
      notice: { kind, line: row.line, id: row.id ?? '', effect: 'changed', reason, ...(detail ? { detail } : {}) },
    }
}

/** Returns the connection of tickets whose own is gone. */
const noConnection = (): Imported => ({
  record: {
    kind: 'connection',
    source: { id: NO_CONNECTION, line: 0 },
    isFurther: true,
    createdAt: 0,
    name: 'Conexão de antes',
    number: null,
    isDefault: false,
    greetingMessage: '',
    complationMessage: '',
    outOfHoursMessage: '',
    ratingMessage: '',
    schedules: [],
    queueIds: [],
  },
})

export const elements = { refused, joined, mapped, noConnection }
