/** Makes the elements of the stream: records with their changes, and notices about others. */
import {
  type Imported,
  type ImportKind,
  type ImportRecord,
  type Join,
  NO_CONNECTION,
  type Refusal,
} from '@balcao/shared/rules/imports/record.ts'
import type { Mapped } from '@balcao/shared/rules/imports/values.ts'

/** Place of a row in the dump. */
type RowPlace = { line: number; id: string | null }

const refused = (kind: ImportKind, { line, id }: RowPlace, reason: Refusal): Imported => ({
  notice: { kind, line, id: id ?? '', effect: 'refused', reason },
})

const joined = (kind: ImportKind, { line, id }: RowPlace, reason: Join, intoId: string): Imported => ({
  notice: { kind, line, id: id ?? '', effect: 'joined', reason, intoId },
})

/** Yields what became of a row; adds its id to those that were taken. */
function* mapped(
  kind: ImportKind,
  row: RowPlace,
  result: Mapped<ImportRecord>,
  taken?: Set<string>,
): Generator<Imported> {
  if ('refusal' in result) {
    yield refused(kind, row, result.refusal)
    return
  }
  yield { record: result.record }
  taken?.add(result.record.source.id)
  for (const { reason, detail } of result.changes)
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
