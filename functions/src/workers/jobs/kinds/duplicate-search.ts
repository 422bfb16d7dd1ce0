import { readContacts } from '../../../data/contacts/contact.ts'
import { emailWrite } from '../../../data/contacts/contact-email.ts'
import { duplicatesOf, pairWrites } from '../../../data/contacts/duplicates.ts'
import { inParts } from '../../../in-parts.ts'
import type { Work } from '../run-step.ts'

/** Contacts of a step, and of them at once. */
const BATCH_SIZE = 50
const PARALLEL = 4

/** Writes of a checkpoint: a transaction takes a hundred. */
const MAX_WRITES = 80

/**
 * Looks for each contact's duplicates and lists them; also makes contacts findable by e-mail that
 * were stored before there was an index of it.
 */
export const duplicateSearch: Work<'duplicateSearch'> = {
  async step({ companyId, state }, count) {
    const { rows, end, more } = await readContacts(companyId, BATCH_SIZE, state.from)
    await inParts(rows, PARALLEL, async ({ row }) => {
      const writes = [...emailWrite(row), ...pairWrites(row, await duplicatesOf(row))]
      for (let at = 0; at < writes.length; at += MAX_WRITES) await count(0, writes.slice(at, at + MAX_WRITES))
    })
    await count(rows.length)
    return more ? { next: { from: end } } : { file: null }
  },
}
