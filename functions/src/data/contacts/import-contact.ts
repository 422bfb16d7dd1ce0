/** Imports contacts from a list of people: missing ones are created, existing ones are updated. */
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '@balcao/shared/errors.ts'
import type { FieldsChange, StoredFields } from '../fields/field-values.ts'
import { batchItems } from '../table/batch-items.ts'
import { type ContactChanges, changeContact, createContact } from './contact.ts'
import { uniteTags } from './contact-merge.ts'
import { ALIASES, aliasKey, type ContactRow, dropStaleAliases, getContacts, numberAlias } from './contact-row.ts'
import { otherIdentityOf } from './other-identity.ts'

/**
 * Person with a normalised number. An empty name or address means that the list has none; it
 * changes nothing.
 */
export type ListedPerson = Pick<ContactRow, 'name' | 'number' | 'email'> & {
  fields?: FieldsChange | undefined
  /** Ids of tags that the contact gets beside those it has. */
  tags?: readonly string[] | undefined
}

/** Reads the contacts to which numbers lead: alias → contact id. */
async function aliasesOfNumbers(companyId: string, numbers: readonly string[]): Promise<Map<string, string>> {
  const keys = [...new Set(numbers.map(numberAlias))].map(alias => aliasKey(companyId, alias))
  const found = await batchItems<Record<string, unknown>>(keys, ALIASES.attributes, true)
  return new Map(found.map(item => ALIASES.parse(item)!).map(({ alias, contactId }) => [alias, contactId]))
}

/**
 * Returns the contacts to which these numbers lead, in either spelling, by number as given. The
 * reads are consistent: two read units each.
 */
export async function contactsByNumber(
  companyId: string,
  numbers: readonly string[],
): Promise<Map<string, ContactRow>> {
  const owners = await aliasesOfNumbers(companyId, numbers)
  const contacts = await getContacts(companyId, [...owners.values()], true)
  return new Map(
    numbers.flatMap(number => {
      const contact = contacts.get(owners.get(numberAlias(number)) ?? '')
      return contact ? [[number, contact] as const] : []
    }),
  )
}

/** Returns the changes of a contact, or undefined if there are none. */
export function importChanges(
  contact: ContactRow,
  { name, number, email, fields, tags = [] }: ListedPerson,
): ContactChanges | undefined {
  // Details listed for a number that was merged into the contact are not the contact's.
  if (otherIdentityOf(contact, { number })) return undefined
  const united = uniteTags(contact, { tags })
  const changes = {
    ...(name !== '' && name !== contact.name ? { name } : {}),
    ...(email !== '' && email !== contact.email ? { email } : {}),
    ...(fields && changesFields(fields, contact.fields) ? { fields } : {}),
    ...(united.length > (contact.tags?.length ?? 0) ? { tags: united } : {}),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

const changesFields = ({ apply }: FieldsChange, now: StoredFields | undefined): boolean =>
  !isDeepStrictEqual(apply(now) ?? {}, now ?? {})

/** Number of attempts when other callers create and delete the same contact. */
const TRIES = 5

/**
 * Creates or changes the contact of a person; idempotent. A person without a name is called by
 * their number until WhatsApp or a user gives another name. Throws ERR_CONFLICT if other callers
 * come first in every attempt.
 * @param known the contact as it was read a moment ago
 */
export async function importContact(
  companyId: string,
  person: ListedPerson,
  known: ContactRow | undefined,
): Promise<ContactRow> {
  let contact = known
  for (let attempt = 0; attempt < TRIES; attempt++) {
    try {
      if (!contact) {
        const { name, number, email, fields, tags } = person
        const values = fields?.apply(undefined)
        const given = {
          name: name || number,
          number,
          email,
          extraInfo: [],
          nameEdited: name !== '',
          fields: values,
          tags,
        }
        return await createContact(companyId, given)
      }
      const changes = importChanges(contact, person)
      return changes ? (await changeContact(companyId, contact.id, changes)).contact : contact
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (!['ERR_DUPLICATED_CONTACT', 'ERR_NO_CONTACT_FOUND'].includes(error.code)) throw error
    }
    // The contact was created or deleted meanwhile. The alias of a deleted contact must not block
    // the import.
    contact = (await contactsByNumber(companyId, [person.number])).get(person.number)
    if (!contact) {
      await dropStaleAliases(companyId, await aliasesOfNumbers(companyId, [person.number]))
    }
  }
  throw new AppError('ERR_CONFLICT')
}
