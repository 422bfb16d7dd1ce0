import { readContacts } from '../../../data/contacts/contact.ts'
import { type ContactRow, getContacts } from '../../../data/contacts/contact-row.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { rowCount } from '../../../data/table/counter.ts'
import type { Work } from '../run-step.ts'
import { cleanListFile, listFileStep, readPart } from './list-file.ts'
import { readSelected } from './read-selected.ts'

/** Contacts of a step: a second or two of reading, some 300 KB of text. */
const BATCH_SIZE = 5000

const FILE = { name: 'contatos', columns: ['name', 'number', 'email'] }

/**
 * Exports the contacts that are persons, all of them in the order of their names. A contact renamed
 * meanwhile may appear twice or not at all, as in any paged list.
 */
export const contactsExport: Work<'contactsExport'> = {
  step: job =>
    listFileStep(
      job,
      FILE,
      from => readSome(job, from),
      () => rowCount(job.companyId, 'contacts'),
    ),
  clean: cleanListFile,
}

const linesOf = ({ isGroup, name, number, email }: ContactRow) => (isGroup ? [] : [[name, number, email]])

function readSome({ companyId, state: { ids } }: JobRow<'contactsExport'>, begin: unknown) {
  if (ids) return readSelected(ids, () => getContacts(companyId, ids), linesOf)
  return readPart(
    begin,
    BATCH_SIZE,
    (from, looked) => readContacts(companyId, BATCH_SIZE - looked, from),
    ({ row }) => linesOf(row),
  )
}
