import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { customers } from '@balcao/shared/api/customers/customers.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '#/components/ui/dialog.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { AddressesDialog, CustomerDialog } from '#/features/customers/public/lazy-customer-dialogs.ts'
import { apiQuery } from '#/lib/queries.ts'

/**
 * Shows the customer of a contact: the linked one, or a new one that is linked when it is saved.
 */
export function ContactCustomerDialog({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const { t } = useTranslation('tickets')
  const [places, setPlaces] = useState(false)
  const contact = useQuery(apiQuery(contacts.get, { params: { id: contactId } }))
  const customerId = contact.data?.customerId ?? null
  const linked = useQuery({
    ...apiQuery(customers.get, { params: { id: customerId ?? '' } }),
    enabled: customerId !== null,
  })
  const failed = [contact, linked].find(query => query.isError)
  if (failed)
    return (
      <Dialog open onOpenChange={open => !open && onClose()} title={t('action.createCustomer')} size="sm">
        <ErrorState compact error={failed.error} onRetry={() => void failed.refetch()} retrying={failed.isFetching} />
      </Dialog>
    )
  if (!contact.data || (customerId !== null && !linked.data)) return null
  if (places && linked.data) return <AddressesDialog customer={linked.data} onClose={onClose} />
  return (
    <CustomerDialog
      customer={linked.data ?? null}
      contact={customerId === null ? contact.data : undefined}
      onAddresses={customerId === null ? undefined : () => setPlaces(true)}
      onClose={onClose}
    />
  )
}
