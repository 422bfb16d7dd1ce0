/**
 * Contact lists, a small list. The number of items is in the list's row, updated in the transaction
 * that adds or deletes them. That leaves `updatedAt` unchanged, so renaming a list and adding items
 * do not conflict.
 */
import type { ContactList } from '@balcao/shared/entities/contact-list.ts'
import { normalizeName } from '../table/normalize.ts'
import { deleteRow, type SmallList } from '../table/small-list.ts'
import type { Write } from '../table/transact.ts'
import { unneededByCampaigns } from './campaign.ts'

export const CONTACT_LISTS: SmallList<ContactList> = {
  kind: 'contactList',
  missing: 'ERR_NO_CONTACT_LIST_FOUND',
  text: list => list.name,
  unique: list => ({ contactListName: normalizeName(list.name) }),
  taken: { contactListName: 'ERR_CONTACT_LIST_NAME_ALREADY_EXISTS' },
}

/**
 * Deletes a list together with the writes that delete its items; returns false if it was already
 * deleted. Throws ERR_CONTACT_LIST_IN_USE while a campaign is to be sent to it, ERR_CONFLICT if it
 * was changed since it was read.
 */
export const deleteContactList = (companyId: string, list: ContactList, writes: readonly Write[]): Promise<boolean> =>
  deleteRow(companyId, CONTACT_LISTS, list, {
    writes: [unneededByCampaigns(companyId, 'contactList', list.id), ...writes],
    refusals: { campaignNeed: 'ERR_CONTACT_LIST_IN_USE' },
  })
