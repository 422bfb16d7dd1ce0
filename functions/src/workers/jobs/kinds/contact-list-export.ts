import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { eachItem } from '../../../data/campaigns/contact-list-item.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import type { Work } from '../run-step.ts'
import { cleanListFile, listFileStep, readPart } from './list-file.ts'

/** Items of a step, and of those at once: a second or two of reading. */
const STEP = 10_000
const BATCH_SIZE = 2000

const FILE = { name: 'lista-de-contatos', columns: ['name', 'number', 'email', 'valid'] }

/** Returns whether the number has WhatsApp; empty while it is unchecked. */
const valid = (known: boolean | null): string => (known === null ? '' : known ? 'yes' : 'no')

/**
 * Exports the items of a contact list in the order of their numbers. Ends with
 * ERR_NO_CONTACT_LIST_FOUND when the list was deleted.
 */
export const contactListExport: Work<'contactListExport'> = {
  async step(job) {
    const { companyId, state } = job
    const list = await requireRow(companyId, CONTACT_LISTS, state.contactListId, true)
    return listFileStep(
      job,
      FILE,
      from => readSome(companyId, list.id, from),
      async () => list.contactsCount,
    )
  },
  clean: cleanListFile,
}

const readSome = (companyId: string, listId: string, begin: unknown) =>
  readPart(
    begin,
    STEP,
    async from => {
      const { items, next } = await eachItem(companyId, listId, from as string | null, BATCH_SIZE)
      return { rows: items, end: next, more: next !== null }
    },
    ({ name, number, email, isWhatsappValid }) => [[name, number, email, valid(isWhatsappValid)]],
  )
