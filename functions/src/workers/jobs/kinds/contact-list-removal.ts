import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { removeItems } from '../../../data/campaigns/contact-list-item.ts'
import { getRow } from '../../../data/table/small-list.ts'
import type { Work } from '../run-step.ts'

/** Items of a step: some seconds of work. */
const STEP = 2000

/** Removes the items of a deleted contact list. */
export const contactListRemoval: Work<'contactListRemoval'> = {
  async step({ companyId, state, done }) {
    const { contactListId } = state
    // Never removes items of an existing list.
    if (await getRow(companyId, CONTACT_LISTS, contactListId, true)) return { file: null }
    const removed = await removeItems(companyId, contactListId, STEP)
    return { ...(removed === STEP ? { next: state } : { file: null }), done: done + removed }
  },
}
