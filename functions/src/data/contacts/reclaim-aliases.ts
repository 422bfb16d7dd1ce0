import { mergeContacts } from './contact-merge.ts'
import { aliasesOf, type ContactRow, dropStaleAliases, getContact, lidAlias, numberAlias } from './contact-row.ts'

/** Person that a contact is to become: a number, and the LID that WhatsApp says belongs to it. */
export type ReclaimedPerson = { number: string; lid: string | null }

/**
 * Returns whether `other` was created only because `contact` had another number for a while: it
 * came from WhatsApp's data about the number, and no user has changed it since.
 */
function isLeftBehind(contact: ContactRow, other: ContactRow, { number }: ReclaimedPerson): boolean {
  if (other.nameEdited || other.customerId !== null || other.earlierNumbers?.length) return false
  // WhatsApp says that this LID has the number, so they are the same person.
  if (other.number === '') return true
  return (contact.earlierNumbers ?? []).some(earlier => numberAlias(earlier) === numberAlias(number))
}

/**
 * Frees the aliases of a person for a contact that is to have them again. Aliases of deleted
 * contacts are deleted, and contacts created in its place meanwhile are merged into it. Returns the
 * ids of the merged contacts, or undefined if an alias belongs to somebody else.
 * @param mayMerge returns whether the caller may act on a contact that would be merged
 */
export async function reclaimAliases(
  contact: ContactRow,
  person: ReclaimedPerson,
  mayMerge: (other: ContactRow) => Promise<boolean>,
): Promise<string[] | undefined> {
  const { companyId } = contact
  const owners = await aliasesOf(companyId, [numberAlias(person.number), ...(person.lid ? [lidAlias(person.lid)] : [])])
  await dropStaleAliases(companyId, owners)
  const merged: string[] = []
  for (const id of new Set(owners.values())) {
    if (id === contact.id) continue
    const other = await getContact(companyId, id, true)
    if (!other) continue
    if (!isLeftBehind(contact, other, person) || !(await mayMerge(other))) return undefined
    if (await mergeContacts(companyId, contact.id, id)) merged.push(id)
  }
  return merged
}
