import type { DraftPreset } from '@balcao/shared/entities/draft-order.ts'
import { STORES } from '../../../data/catalog/store.ts'
import { getContact } from '../../../data/contacts/contact-row.ts'
import { getAddress } from '../../../data/customers/address.ts'
import { type CustomerRow, getCustomer } from '../../../data/customers/customer-row.ts'
import { getDefaultCustomerId } from '../../../data/customers/default-customer.ts'
import { getHead, linesOf } from '../../../data/orders/budget.ts'
import type { BudgetHead, BudgetLines } from '../../../data/orders/budget-row.ts'
import { lastOrderOf, newestOrderOf } from '../../../data/orders/last-order.ts'
import { getRow } from '../../../data/table/small-list.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/**
 * Returns what a new order of a ticket begins with: the customer whom the contact's number belongs
 * to, else who bought in its last order, else the default customer; store, delivery and payment of
 * the last order. What is gone meanwhile is left out.
 */
export const presetDraft: Operations['draftOrder']['preset'] = async (ctx, { params: { ticketId } }) => {
  const { companyId } = ctx
  const { ticket } = await visibleTicket(ctx, ticketId)
  const contactId = ticket.contact.id
  const [contact, ofContact] = await Promise.all([
    ticket.isGroup ? undefined : getContact(companyId, contactId),
    lastOrderOf(companyId, contactId).then(id => (id === undefined ? undefined : getHead(companyId, id))),
  ])
  const linkedId = contact?.customerId ?? null
  const linked = linkedId === null ? undefined : await getCustomer(companyId, linkedId)
  // An order of somebody else's, before the contact was linked, says nothing about its customer.
  const own = linked && ofContact?.customer.id !== linked.id ? await newestOrderOf(companyId, linked.id) : ofContact
  const known = linked ?? (own && (await getCustomer(companyId, own.customer.id)))
  const [customer, last] = await Promise.all([
    known ?? standIn(companyId),
    own ? presetOf(companyId, own, known) : NONE,
  ])
  return {
    ...last,
    customer: customer ? { id: customer.id, fullName: customer.fullName, document: customer.document } : null,
  }
}

const NONE: Omit<DraftPreset, 'customer'> = { storeId: null, typeDelivery: null, addressId: null, paymentId: null }

async function standIn(companyId: string): Promise<CustomerRow | undefined> {
  const id = await getDefaultCustomerId(companyId)
  return id === undefined ? undefined : getCustomer(companyId, id)
}

/** Returns store, delivery and payment of an order. */
async function presetOf(
  companyId: string,
  { id, store }: BudgetHead,
  customer: CustomerRow | undefined,
): Promise<Omit<DraftPreset, 'customer'>> {
  const lines = await linesOf(companyId, id)
  const [stored, address] = await Promise.all([
    getRow(companyId, STORES, store.id),
    addressOf(companyId, lines, customer),
  ])
  const delivers = lines.typeDelivery === 'entrega'
  return {
    storeId: stored?.isActive ? stored.id : null,
    typeDelivery: delivers && !address ? null : lines.typeDelivery,
    addressId: address ?? null,
    // Of several payments none was the usual one.
    paymentId: lines.payments.length === 1 ? lines.payments[0]!.method : null,
  }
}

async function addressOf(
  companyId: string,
  { address }: BudgetLines,
  customer: CustomerRow | undefined,
): Promise<string | undefined> {
  if (!address || !customer) return undefined
  const stored = await getAddress(companyId, address.id)
  return stored?.customerId === customer.id ? stored.id : undefined
}
