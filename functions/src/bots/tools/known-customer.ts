import { numberVariants } from '@balcao/shared/rules/phone-number.ts'
import { getContact } from '../../data/contacts/contact-row.ts'
import { type CustomerRow, getCustomer } from '../../data/customers/customer-row.ts'
import type { ToolContext } from './tool.ts'

type Conversation = Pick<ToolContext, 'companyId' | 'ticket' | 'state'>

/**
 * Returns the customer whom the contact of the conversation is linked to, else the one they named
 * before (`find_customer`, `register_customer`), if that is still theirs. A group is nobody.
 */
export async function knownCustomer(context: Conversation): Promise<CustomerRow | undefined> {
  const { companyId, ticket, state } = context
  if (ticket.isGroup) return undefined
  const contact = await getContact(companyId, ticket.contact.id, true)
  const linked = contact?.customerId ? await getCustomer(companyId, contact.customerId, true) : undefined
  if (linked || typeof state.customerId !== 'string') return linked
  const named = await getCustomer(companyId, state.customerId, true)
  return named && isTheirs(context, named) ? named : undefined
}

/** Returns whether a customer is linked to the contact of the conversation, or to their number. */
export function isTheirs({ ticket }: Pick<Conversation, 'ticket'>, { contacts }: CustomerRow): boolean {
  const { id, number } = ticket.contact
  const numbers = number && !ticket.isGroup ? [number, ...numberVariants(number)] : []
  return !ticket.isGroup && contacts.some(contact => contact.id === id || numbers.includes(contact.number))
}

/**
 * Returns the only part of a customer's name that an agent is told, without what is no part of a
 * name: contacts choose theirs, and an agent may say every amount that it was told.
 */
export const firstNameOf = ({ fullName }: Pick<CustomerRow, 'fullName'>): string =>
  (fullName.trim().split(/\s+/)[0] ?? '').replace(/[^\p{L}\p{M}'’-]/gu, '')
