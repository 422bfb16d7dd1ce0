import { csvLine } from '@balcao/shared/rules/csv.ts'
import { readContacts } from '../../../data/contacts/contact.ts'
import { rowCount } from '../../../data/table/counter.ts'
import type { Work } from '../run-step.ts'
import { cleanCsv, csvStep, readPart } from './csv-file.ts'

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

const readSome = (companyId: string, begin: unknown) =>
  readPart(
    begin,
    BATCH_SIZE,
    async (from, looked) => {
      const { rows, end, more } = await readContacts(companyId, BATCH_SIZE - looked, from)
      return { rows, from: end, more }
    },
    ({ row }) => (row.isGroup ? '' : csvLine([row.name, row.number, row.email])),
  )
