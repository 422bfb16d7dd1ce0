import type { CustomField } from '@balcao/shared/entities/custom-field.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import {
  contactsByNumber,
  importChanges,
  importContact,
  type ListedPerson,
} from '../../../data/contacts/import-contact.ts'
import { fieldsOn } from '../../../data/fields/custom-field.ts'
import { changeOf, type FieldsChange } from '../../../data/fields/field-values.ts'
import type { SheetFate } from '../../../data/jobs/job.ts'
import { hiddenContacts, viewerOfUser } from '../../../data/tickets/contact-access.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { recordContactChange } from '../../../messaging/record-contact-change.ts'
import { publish } from '../../../realtime/publish.ts'
import type { SheetPerson } from '../../../sheets/read-people.ts'
import { sheetImport } from './sheet-import.ts'

/** Contacts written in parallel. */
const BATCH_SIZE = 20

type Known = ReadonlyMap<string, ContactRow>

/**
 * Returns a person of the sheet with the change of their values. A value that a field no longer
 * takes since the sheet was read changes nothing.
 */
function listed(
  { name, number, email, fields: values, tags }: SheetPerson,
  fields: readonly CustomField[],
): ListedPerson {
  if (!values) return { name, number, email, tags }
  const { apply } = changeOf(fields, values)
  const tolerant: FieldsChange['apply'] = now => {
    try {
      return apply(now)
    } catch (error) {
      if (error instanceof AppError) return now
      throw error
    }
  }
  return { name, number, email, tags, fields: { apply: tolerant, fields } }
}

/**
 * Decides what happens to a person. `hidden`: contacts in a conversation that the job's owner may
 * not see; they stay unchanged.
 */
function fateOf(known: Known, hidden: ReadonlySet<string>, person: ListedPerson): SheetFate {
  const contact = known.get(person.number)
  if (!contact) return 'added'
  if (!importChanges(contact, person)) return 'unchanged'
  return hidden.has(contact.id) ? 'withheld' : 'updated'
}

/**
 * Imports the people of a sheet as contacts. A contact with its search items fills a transaction,
 * so the outcome of some people is stored first, then they are created or changed, then they are
 * counted as stored: after a cut-off, the next attempt finds its own contacts, and knows that it
 * created them.
 */
export const contactsImport = sheetImport<'contactsImport'>(async ({ companyId, user }, read, progress) => {
  const fields = read.some(person => person.fields) ? await fieldsOn(companyId, 'contact') : []
  const people = read.map(person => listed(person, fields))
  const viewer = await viewerOfUser(companyId, user.id)
  const group = () => people.slice(progress.written(), progress.written() + BATCH_SIZE)
  const lookUp = (some: readonly ListedPerson[]) =>
    contactsByNumber(
      companyId,
      some.map(({ number }) => number),
    )
  /** Current rows of the people whose outcome is decided. */
  let known: Known | undefined
  const decide = async (some: readonly ListedPerson[]): Promise<SheetFate[]> => {
    const found = await lookUp(some)
    known = found
    const ids = [...found.values()].map(({ id }) => id)
    const hidden = await hiddenContacts(companyId, viewer, ids)
    return some.map(person => fateOf(found, hidden, person))
  }
  if (progress.decided().length === 0) await progress.count([], [], await decide(group()))
  while (progress.written() < people.length) {
    const fates = progress.decided()
    const now = group()
    const contacts = known ?? (await lookUp(now))
    await Promise.all(
      now.map(async (person, i) => {
        if (fates[i] === 'unchanged' || fates[i] === 'withheld') return
        const before = contacts.get(person.number)
        const contact = await importContact(companyId, person, before)
        if (before) await recordContactChange(before, contact, user)
        // Tickets carry the name. It is unknown whether an earlier attempt got as far as enqueuing
        // this.
        if (fates[i] === 'updated') await enqueueJob({ type: 'rename', companyId, entity: 'contact', id: contact.id })
      }),
    )
    const written = progress.written() + now.length
    await progress.count(fates, [], await decide(people.slice(written, written + BATCH_SIZE)))
  }
  await publish(companyId, 'contact', { action: 'reload' })
})
