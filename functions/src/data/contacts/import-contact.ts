/** Contacts as a list of people says they are: who is not there is made, who is there is brought up to date. */
import { AppError } from '@balcao/shared/errors.ts'
import { batchItems } from '../table/batch-items.ts'
import { changeContact, createContact } from './contact.ts'
import { aliasIn, aliasKey, type ContactRow, dropStaleAliases, getContacts, numberAlias } from './contact-row.ts'

/** Somebody with a normalised number. An empty name or address is one the list does not say, and changes nothing. */
export type ListedPerson = Pick<ContactRow, 'name' | 'number' | 'email'>

/** Where the numbers lead: alias → contact id. */
async function aliasesOfNumbers(companyId: string, numbers: readonly string[]): Promise<Map<string, string>> {
  const keys = [...new Set(numbers.map(numberAlias))].map(alias => aliasKey(companyId, alias))
  const found = await batchItems<{ pk: string; contactId: string }>(keys, ['pk', 'contactId'], true)
  return new Map(found.map(({ pk, contactId }) => [aliasIn(pk), contactId]))
}

/** The contacts these numbers lead to, in either spelling, by number as given. Two read units each, consistent. */
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

/** What a contact is to become; undefined when it is that already. */
export function importChanges(contact: ContactRow, { name, email }: ListedPerson): Partial<ContactRow> | undefined {
  const changes = {
    ...(name !== '' && name !== contact.name ? { name } : {}),
    ...(email !== '' && email !== contact.email ? { email } : {}),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

/** How often it is looked again when others make and delete the same contact. */
const TRIES = 5

/**
 * Makes or changes the contact of a person; may run again. Who comes without a name is called by their number until WhatsApp or
 * somebody says another. Throws ERR_CONFLICT when others keep coming between.
 * @param known the contact as it was looked up a moment ago
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
        const { name, number, email } = person
        const given = { name: name || number, number, email, extraInfo: [], nameEdited: name !== '' }
        return await createContact(companyId, given)
      }
      const changes = importChanges(contact, person)
      return changes ? (await changeContact(companyId, contact.id, changes)).contact : contact
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (!['ERR_DUPLICATED_CONTACT', 'ERR_NO_CONTACT_FOUND'].includes(error.code)) throw error
    }
    // Made or deleted meanwhile; an alias of a contact that is gone must not stand in the way.
    contact = (await contactsByNumber(companyId, [person.number])).get(person.number)
    if (!contact) {
      await dropStaleAliases(companyId, await aliasesOfNumbers(companyId, [person.number]))
    }
  }
  throw new AppError('ERR_CONFLICT')
}
