import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { removeItems } from '../../../data/campaigns/contact-list-item.ts'
import { getRow } from '../../../data/table/small-list.ts'
import type { Work } from '../run-step.ts'

/** Items of a step: some seconds. */
const STEP = 2000

/** A contact list was deleted: its items go. */
export const contactListRemoval: Work<'contactListRemoval'> = {
  async step({ companyId, state, done }) {
    const { contactListId } = state
    // Never of a list that is there.
    if (await getRow(companyId, CONTACT_LISTS, contactListId, true)) return { file: null }
    const removed = await removeItems(companyId, contactListId, STEP)
    return { ...(removed === STEP ? { next: state } : { file: null }), done: done + removed }
  },
}
