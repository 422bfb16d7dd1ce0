import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import { useQueryClient } from '@tanstack/react-query'
import { apiQuery } from './queries.ts'
import { api } from './session.ts'
import { toast } from './toast.ts'

/** Links a contact to a customer, or (null) to none; whoever shows the contact sees it. Answers whether it is. */
export function useLinkCustomer() {
  const client = useQueryClient()
  return async (contact: Contact, customerId: string | null): Promise<boolean> => {
    const { queryKey } = apiQuery(contacts.get, { params: { id: contact.id } })
    const before = client.getQueryData(queryKey)
    client.setQueryData(queryKey, { ...contact, customerId })
    try {
      client.setQueryData(queryKey, await api(contacts.update, { params: { id: contact.id }, body: { customerId } }))
      return true
    } catch (error) {
      client.setQueryData(queryKey, before)
      toast.error(error)
      return false
    }
  }
}
