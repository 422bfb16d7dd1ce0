import { csvLine } from '@balcao/shared/rules/csv.ts'
import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { eachItem } from '../../../data/campaigns/contact-list-item.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import type { Work } from '../run-step.ts'
import { cleanCsv, csvStep } from './csv-file.ts'

/** Items of a step, and of those at once: a second or two of reading. */
const STEP = 10_000
const BATCH_SIZE = 2000

const FILE = { name: 'lista-de-contatos.csv', columns: ['name', 'number', 'email', 'valid'] }

/** Returns whether the number has WhatsApp; empty while it is unchecked. */
const valid = (known: boolean | null): string => (known === null ? '' : known ? 'yes' : 'no')

/**
 * Exports the items of a contact list as a CSV file, in the order of their numbers. Ends with
 * ERR_NO_CONTACT_LIST_FOUND when the list was deleted.
 */
export const contactListExport: Work<'contactListExport'> = {
  async step(job) {
    const { companyId, state } = job
    const list = await requireRow(companyId, CONTACT_LISTS, state.contactListId, true)
    return csvStep(
      job,
      FILE,
      from => readSome(companyId, list.id, from as string | null),
      async () => list.contactsCount,
    )
  },
  clean: cleanCsv,
}

async function readSome(companyId: string, listId: string, begin: string | null) {
  let lines = ''
  let looked = 0
  let from = begin
  do {
    const { items, next } = await eachItem(companyId, listId, from, BATCH_SIZE)
    for (const { name, number, email, isWhatsappValid } of items)
      lines += csvLine([name, number, email, valid(isWhatsappValid)])
    looked += items.length
    from = next
  } while (from !== null && looked < STEP)
  return { lines, looked, from, more: from !== null }
}
