/**
 * Blocked contacts: nothing is sent to them. A company without any reads nothing for it, as their
 * number stands beside the version of its configuration.
 */
import { AppError } from '@balcao/shared/errors.ts'
import { countBlocked, hasBlocked } from '../company/configuration-version.ts'
import type { Write } from '../table/transact.ts'
import { blockedMessagesRemoval } from './blocked-message.ts'
import { type ContactRow, getContact } from './contact-row.ts'

/** Returns whether a contact is blocked; one consistent read in a company that blocks. */
export const isBlocked = async (companyId: string, contactId: string): Promise<boolean> =>
  (await hasBlocked(companyId)) && Boolean((await getContact(companyId, contactId, true))?.blocked)

/**
 * Refuses what would be sent to a blocked contact.
 * @throws ERR_CONTACT_BLOCKED
 */
export async function requireUnblocked(companyId: string, contactId: string): Promise<void> {
  if (await isBlocked(companyId, contactId)) throw new AppError('ERR_CONTACT_BLOCKED')
}

type Blockable = Pick<ContactRow, 'companyId' | 'id' | 'blocked'>

/**
 * Returns the writes that keep the number of blocked contacts, and forget what an unblocked one
 * sent, for a transaction that replaces the contacts `before` by those `after`; none where no block
 * changes.
 */
export function blockWrites(companyId: string, before: readonly Blockable[], after: readonly Blockable[]): Write[] {
  const blocked = (rows: readonly Blockable[]) => rows.filter(row => row.blocked)
  const [had, has] = [blocked(before), blocked(after)]
  const by = has.length - had.length
  return [
    ...(by === 0 ? [] : [countBlocked(companyId, by)]),
    ...had.filter(({ id }) => !has.some(row => row.id === id)).map(({ id }) => blockedMessagesRemoval(companyId, id)),
  ]
}
