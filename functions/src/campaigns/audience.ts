/** Reads a campaign's audience, a page at a time. */
import type { ContactListItem } from '@balcao/shared/entities/contact-list.ts'
import type { CampaignRow } from '../data/campaigns/campaign.ts'
import { PLAN_BATCH_SIZE, type RecipientRow } from '../data/campaigns/campaign-recipient.ts'
import { eachItem } from '../data/campaigns/contact-list-item.ts'
import { getContacts } from '../data/contacts/contact-row.ts'
import { contactsOfTag } from '../data/contacts/contact-tag-link.ts'
import { getTickets } from '../data/tickets/ticket.ts'
import { linkedTickets, tagSource } from '../data/tickets/ticket-link.ts'

/**
 * A person a campaign goes to; `isValid` is WhatsApp's answer about the number, null while it is
 * unchecked.
 */
export type AudienceMember = Pick<RecipientRow, 'name' | 'number' | 'lid' | 'itemId' | 'isValid'>

export type AudiencePage = {
  people: AudienceMember[]
  /** The list items of these people. */
  items: ContactListItem[]
  /** Position of the next page; null after the last. */
  next: string | null
}

/**
 * People planned in one transaction, and checked in one question. Several tickets may belong to one
 * person.
 */
const BATCH_SIZE = PLAN_BATCH_SIZE

/**
 * Returns the items of the campaign's list, or the contacts of the tickets with its tag and then
 * those that have it themselves; the same person may appear again.
 */
export function audiencePage(
  campaign: Pick<CampaignRow, 'companyId' | 'contactListId' | 'tagListId'>,
  from: string | null,
): Promise<AudiencePage> {
  const { companyId, contactListId, tagListId } = campaign
  if (contactListId !== null) return itemsOf(companyId, contactListId, from)
  if (tagListId !== null) return contactsWith(companyId, tagListId, from)
  return Promise.resolve({ people: [], items: [], next: null })
}

async function itemsOf(companyId: string, listId: string, from: string | null): Promise<AudiencePage> {
  const { items, next } = await eachItem(companyId, listId, from, BATCH_SIZE)
  const members = items.map(({ id, name, number, isWhatsappValid }) => ({
    name,
    number,
    lid: null,
    itemId: id,
    isValid: isWhatsappValid,
  }))
  return { people: members, items, next }
}

/**
 * Skips groups. A contact who hides the number is known by the LID, and wrote to the company once.
 */
async function contactsWith(companyId: string, tagId: string, before: string | null): Promise<AudiencePage> {
  if (before?.startsWith(OWN)) return tagged(companyId, tagId, before.slice(OWN.length) || null)
  const ids = await linkedTickets(companyId, tagSource(tagId), { limit: BATCH_SIZE, before })
  const tickets = await getTickets(companyId, ids)
  const contactIds = [...new Set(tickets.filter(({ isGroup }) => !isGroup).map(({ contact }) => contact.id))]
  const people = await membersOf(companyId, contactIds)
  return { people, items: [], next: ids.length === BATCH_SIZE ? ids.at(-1)! : OWN }
}

/** Beginning of a position among the contacts that have the tag themselves. */
const OWN = 'contacts:'

async function tagged(companyId: string, tagId: string, before: string | null): Promise<AudiencePage> {
  const ids = await contactsOfTag(companyId, tagId, { limit: BATCH_SIZE, before })
  const people = await membersOf(companyId, ids)
  return { people, items: [], next: ids.length === BATCH_SIZE ? `${OWN}${ids.at(-1)!}` : null }
}

async function membersOf(companyId: string, contactIds: readonly string[]): Promise<AudienceMember[]> {
  const contacts = await getContacts(companyId, contactIds)
  return [...contacts.values()]
    .filter(({ isGroup, number, lid }) => !isGroup && (number || lid))
    .map(({ name, number, lid, isWhatsappValid }) => ({
      name,
      number,
      lid,
      itemId: null,
      isValid: isWhatsappValid,
    }))
}
