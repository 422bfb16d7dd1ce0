import { PREPARED_UPLOADS } from '@balcao/shared/media.ts'
import { CSV_START, csvLine } from '@balcao/shared/rules/csv.ts'
import { readContacts } from '../../../data/contacts/contact.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { rowCount } from '../../../data/table/counter.ts'
import { putObject, putStream, readObject, removeObjects } from '../../../integrations/storage.ts'
import type { Work } from '../run-step.ts'

/** Contacts of a step: a second or two of reading, some 300 KB of text. */
const AT_ONCE = 5000

/** How long the file is offered. The bucket's rule takes it away a day or two later. */
const OFFERED_MS = 24 * 3600_000

const START = CSV_START + csvLine(['name', 'number', 'email'])

type Job = JobRow<'contactsExport'>

/** Where files are that expire. */
const folder = ({ companyId, id }: Job): string => `${PREPARED_UPLOADS}${companyId}/media/exports/${id}`

/**
 * The persons among the contacts as a CSV file, in the order of their names. A step reads some and puts their lines into an
 * object; the last step joins the objects. Who is renamed meanwhile may be in it twice or not at all, as in any list one
 * pages through.
 */
export const contactsExport: Work<'contactsExport'> = {
  step: job => (job.state.read ? join(job) : readSome(job)),
  clean: ({ state }) => removeObjects(state.parts.map(({ key }) => key)),
}

async function readSome(job: Job) {
  const { companyId, state } = job
  let text = ''
  let looked = 0
  let { from } = state
  let more = true
  while (more && looked < AT_ONCE) {
    const slice = await readContacts(companyId, AT_ONCE - looked, from)
    for (const { row } of slice.rows) if (!row.isGroup) text += csvLine([row.name, row.number, row.email])
    looked += slice.rows.length
    from = slice.end
    more = slice.more
  }
  const bytes = Buffer.from(text)
  const part = { key: `${folder(job)}/part-${job.version}`, bytes: bytes.length }
  if (bytes.length > 0) await putObject(part.key, bytes, 'text/csv')
  const done = job.done + looked
  return {
    next: { from, parts: bytes.length > 0 ? [...state.parts, part] : state.parts, read: !more },
    done,
    // Contacts come and go while they are counted.
    total: more ? Math.max(done, job.total ?? (await rowCount(companyId, 'contacts'))) : done,
  }
}

async function join(job: Job) {
  const { parts } = job.state
  const key = `${folder(job)}/contatos.csv`
  const size = parts.reduce((sum, { bytes }) => sum + bytes, Buffer.byteLength(START))
  await putStream(key, () => contents(parts), size, 'text/csv')
  return { file: { key, name: 'contatos.csv', mimetype: 'text/csv', until: Date.now() + OFFERED_MS } }
}

async function* contents(parts: Job['state']['parts']): AsyncGenerator<Uint8Array> {
  yield Buffer.from(START)
  for (const { key } of parts) yield* readObject(key)
}
