import type { OpenImport } from '@balcao/functions/imports/open-import.ts'
import { rowsWithOutcome, type Tally } from '@balcao/functions/imports/tally.ts'
import { IMPORT_KINDS, type Notice } from '@balcao/shared/rules/imports/record.ts'

type Printed = Pick<OpenImport, 'recognised' | 'company' | 'read' | 'left'> & { tally: Tally; notices: Notice[] }

/**
 * Prints what became of the rows, by kind and reason.
 * @returns false if something was lost unsaid
 */
export function printTally({ recognised, company, read, left, tally, notices }: Printed): boolean {
  console.log(`${recognised.name}${company ? `, company ${company.id} ${company.name}` : ''}\n`)
  const rows = IMPORT_KINDS.map(kind => ({ ...tally.get(kind)!, read: read.get(kind) ?? 0 })).filter(
    row => row.read > 0 || rowsWithOutcome(row) > 0,
  )
  console.log(lineOf(['kind', 'read', 'taken', 'there', 'not taken as rows of their own']))
  for (const { kind, read, taken, there, joined, refused } of rows)
    console.log(lineOf([kind, read, taken, there, reasonsIn({ ...joined, ...refused })]))
  const changed = rows.filter(row => Object.keys(row.changed).length > 0)
  if (changed.length > 0) console.log('\ntaken with changes')
  for (const row of changed) console.log(`  ${row.kind}: ${reasonsIn(row.changed)}`)
  if (left.length > 0)
    console.log(`\ndoes not come along: ${left.map(({ table, rows }) => `${table} ${rows}`).join(', ')}`)
  if (notices.length > 0) console.log('\nrow by row')
  for (const notice of notices) console.log(`  ${textOf(notice)}`)
  const lost = rows.filter(row => row.read !== rowsWithOutcome(row))
  for (const row of lost)
    console.error(`\n${row.kind}: ${row.read} rows were read, but the outcome of ${rowsWithOutcome(row)} is known`)
  return lost.length === 0
}

const WIDTHS = [18, 10, 10, 10]
const lineOf = (cells: (string | number)[]): string =>
  cells
    .map((cell, i) =>
      i === 0 ? String(cell).padEnd(WIDTHS[0]!) : WIDTHS[i] ? String(cell).padStart(WIDTHS[i]) : `  ${cell}`,
    )
    .join('')
    .trimEnd()

const reasonsIn = (counts: Partial<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([reason, number]) => `${reason} ${number}`)
    .join(', ')

function textOf(notice: Notice): string {
  const place = notice.line > 0 ? `line ${notice.line}: ` : ''
  const more = notice.effect === 'joined' ? ` into ${notice.intoId}` : 'detail' in notice ? ` ${notice.detail}` : ''
  return `${place}${notice.kind} ${notice.id} ${notice.effect}: ${notice.reason}${more}`
}
