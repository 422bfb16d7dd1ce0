import { csvLine } from '@balcao/shared/rules/csv.ts'
import { readContacts } from '../../../data/contacts/contact.ts'
import { rowCount } from '../../../data/table/counter.ts'
import type { Work } from '../run-step.ts'
import { cleanCsv, csvStep } from './csv-file.ts'

/** Contacts of a step: a second or two of reading, some 300 KB of text. */
const BATCH_SIZE = 5000

const FILE = { name: 'contatos.csv', columns: ['name', 'number', 'email'] }

/**
 * Exports the contacts that are persons as a CSV file, in the order of their names. A contact
 * renamed meanwhile may appear twice or not at all, as in any paged list.
 */
export const contactsExport: Work<'contactsExport'> = {
  step: job =>
    csvStep(
      job,
      FILE,
      from => readSome(job.companyId, from),
      () => rowCount(job.companyId, 'contacts'),
    ),
  clean: cleanCsv,
}

async function readSome(companyId: string, begin: unknown) {
  let lines = ''
  let looked = 0
  let from = begin
  let more = true
  while (more && looked < BATCH_SIZE) {
    const slice = await readContacts(companyId, BATCH_SIZE - looked, from)
    for (const { row } of slice.rows) if (!row.isGroup) lines += csvLine([row.name, row.number, row.email])
    looked += slice.rows.length
    from = slice.end
    more = slice.more
  }
  return { lines, looked, from, more }
}
