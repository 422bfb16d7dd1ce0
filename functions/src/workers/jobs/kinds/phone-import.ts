import type { AddressBookEntry } from '@balcao/shared/events/address-book.ts'
import { readAddressBook } from '../../../data/channels/address-book.ts'
import { requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import { tidyName } from '../../../data/contacts/contact.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import { contactsByNumber, importContact } from '../../../data/contacts/import-contact.ts'
import type { JobRow, SheetFate } from '../../../data/jobs/job.ts'
import { hiddenContacts, viewerOfUser } from '../../../data/tickets/contact-access.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { recordContactChange } from '../../../messaging/record-contact-change.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Work } from '../run-step.ts'

/** Contacts written in parallel, and rounds of a step. */
const BATCH_SIZE = 20
const A_STEP = 10

type State = JobRow<'phoneImport'>['state']
type Known = ReadonlyMap<string, ContactRow>

/**
 * Returns whether the contact keeps its name: a name given by somebody here stays; one that
 * WhatsApp reported is replaced by the owner's.
 */
const isKept = (contact: ContactRow, name: string): boolean => contact.nameEdited || contact.name === name

/**
 * Decides what happens to an entry. `hidden`: contacts in a conversation that the job's owner may
 * not see; they stay unchanged.
 */
function fateOf(known: Known, hidden: ReadonlySet<string>, { number, name }: AddressBookEntry): SheetFate {
  const contact = known.get(number)
  if (!contact) return 'added'
  if (isKept(contact, name)) return 'unchanged'
  return hidden.has(contact.id) ? 'withheld' : 'updated'
}

/**
 * Imports the address book of a connection's phone as contacts, in the order of the numbers. The
 * outcome of some entries is stored first, then they are created or changed, then they are counted
 * as stored: after a cut-off, the next attempt finds its own contacts, and knows that it created
 * them. Ends with ERR_NO_WAPP_FOUND when the connection was deleted.
 */
export const phoneImport: Work<'phoneImport'> = {
  async step(job, count) {
    const { companyId, user } = job
    const viewer = await viewerOfUser(companyId, user.id)
    let state: State = job.state
    await requireWhatsapp(companyId, state.whatsappId)
    const book = (await readAddressBook(companyId, state.whatsappId)).map(({ number, name }) => ({
      number,
      name: tidyName(name),
    }))
    const total = book.length
    const group = () => {
      const { from } = state
      const at = from === null ? 0 : book.findIndex(({ number }) => number > from)
      return at < 0 ? [] : book.slice(at, at + BATCH_SIZE)
    }
    for (let done = 0; done < A_STEP; done++) {
      const now = group()
      if (now.length === 0) {
        await publish(companyId, 'contact', { action: 'reload' })
        return { file: null, outcome: { counts: state.counts }, done: state.counts.rows, total: state.counts.rows }
      }
      const known = await contactsByNumber(
        companyId,
        now.map(({ number }) => number),
      )
      if (state.fates.length === 0) {
        const ids = [...known.values()].map(({ id }) => id)
        const hidden = await hiddenContacts(companyId, viewer, ids)
        const decided = { ...state, fates: now.map(entry => fateOf(known, hidden, entry)) }
        await count(0, [], decided)
        state = decided
      }
      // As many as were decided: the address book may have changed since.
      const { fates } = state
      const some = now.slice(0, fates.length)
      await Promise.all(
        some.map(async (entry, i) => {
          if (fates[i] === 'added' || fates[i] === 'updated') await write(job, entry, known.get(entry.number))
        }),
      )
      const counts = { ...state.counts, rows: state.counts.rows + some.length }
      for (const fate of fates.slice(0, some.length)) counts[fate] = (counts[fate] ?? 0) + 1
      const next: State = { ...state, from: some.at(-1)!.number, fates: [], counts }
      await count(some.length, [], next)
      state = next
    }
    await publish(companyId, 'contact', { action: 'reload' })
    return { next: state, done: state.counts.rows, total: Math.max(total, state.counts.rows) }
  },
}

async function write(
  { companyId, user }: JobRow<'phoneImport'>,
  { number, name }: AddressBookEntry,
  before: ContactRow | undefined,
): Promise<void> {
  if (before && isKept(before, name)) return
  const contact = await importContact(companyId, { number, name, email: '' }, before)
  if (!before) return
  await recordContactChange(before, contact, user)
  // Tickets carry the name.
  await enqueueJob({ type: 'rename', companyId, entity: 'contact', id: contact.id })
}
