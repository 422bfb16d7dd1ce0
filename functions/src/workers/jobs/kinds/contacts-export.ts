import { readContacts } from '../../../data/contacts/contact.ts'
import { type ContactRow, getContacts } from '../../../data/contacts/contact-row.ts'
import { fieldCells } from '../../../data/fields/field-columns.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { rowCount } from '../../../data/table/counter.ts'
import { listTags } from '../../../data/tickets/tag.ts'
import type { Work } from '../run-step.ts'
import { type Cell, cleanListFile, listFileStep, readPart } from './list-file.ts'
import { readSelected } from './read-selected.ts'

/** Contacts of a step: a second or two of reading, some 300 KB of text. */
const BATCH_SIZE = 5000

const COLUMNS = ['name', 'number', 'email']

const fileOf = ({ state: { fields = [], tags = false } }: JobRow<'contactsExport'>) => ({
  name: 'contatos',
  columns: [...COLUMNS, ...(tags ? ['tags'] : []), ...fields.map(({ name }) => name)],
  kinds: { 1: 'phone' } as const,
})

/**
 * Exports the contacts that are persons, all of them in the order of their names. A contact renamed
 * meanwhile may appear twice or not at all, as in any paged list.
 */
export const contactsExport: Work<'contactsExport'> = {
  step: job =>
    listFileStep(
      job,
      fileOf(job),
      from => readSome(job, from),
      () => rowCount(job.companyId, 'contacts'),
    ),
  clean: cleanListFile,
}

async function readSome(
  { companyId, state: { ids, fields = [], tags: hasTags = false, format } }: JobRow<'contactsExport'>,
  begin: unknown,
) {
  const names = new Map((hasTags ? await listTags(companyId) : []).map(tag => [tag.id, tag.name]))
  const tagsOf = (tags: ContactRow['tags'] = []) => tags.flatMap(id => names.get(id) ?? []).join(', ')
  const linesOf = ({ isGroup, name, number, email, tags, fields: values }: ContactRow): Cell[][] =>
    isGroup
      ? []
      : [
          [
            name,
            number,
            email,
            ...(hasTags ? [tagsOf(tags)] : []),
            ...fieldCells(fields, values, { format, language: 'pt' }),
          ],
        ]
  if (ids) return readSelected(ids, () => getContacts(companyId, ids), linesOf)
  return readPart(
    begin,
    BATCH_SIZE,
    (from, looked) => readContacts(companyId, BATCH_SIZE - looked, from),
    ({ row }) => linesOf(row),
  )
}
