/**
 * Contact lists: a small list. How many items one has stands in its row and is raised in the transaction that adds or takes some;
 * that leaves `updatedAt` as it is, so a new name and new items do not stand in each other's way.
 */
import type { ContactList } from '@balcao/shared/entities/contact-list.ts'
import { foldName } from '../table/fold.ts'
import { deleteRow, type SmallList } from '../table/small-list.ts'
import type { Write } from '../table/transact.ts'
import { unneededByCampaigns } from './campaign.ts'

export const CONTACT_LISTS: SmallList<ContactList> = {
  kind: 'contactList',
  missing: 'ERR_NO_CONTACT_LIST_FOUND',
  text: list => list.name,
  unique: list => ({ contactListName: foldName(list.name) }),
  taken: { contactListName: 'ERR_CONTACT_LIST_NAME_ALREADY_EXISTS' },
}

/**
 * Deletes a list, with the writes that see to its items; false when it was gone already. Throws ERR_CONTACT_LIST_IN_USE while a
 * campaign is to go to it, ERR_CONFLICT when it was changed since it was read.
 */
export const deleteContactList = (companyId: string, list: ContactList, writes: readonly Write[]): Promise<boolean> =>
  deleteRow(companyId, CONTACT_LISTS, list, {
    writes: [unneededByCampaigns(companyId, 'contactList', list.id), ...writes],
    refusals: { campaignNeed: 'ERR_CONTACT_LIST_IN_USE' },
  })
