import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'

/**
 * Links a contact to a customer, or with null to none; every view of the contact shows it. Returns
 * whether it was saved.
 */
export async function linkCustomer(contact: Contact, customerId: string | null): Promise<boolean> {
  const params = { id: contact.id }
  const { queryKey } = apiQuery(contacts.get, { params })
  const before = queryClient.getQueryData(queryKey)
  queryClient.setQueryData(queryKey, { ...contact, customerId })
  try {
    queryClient.setQueryData(queryKey, await api(contacts.update, { params, body: { customerId } }))
    return true
  } catch (error) {
    queryClient.setQueryData(queryKey, before)
    toast.error(error)
    return false
  }
}
