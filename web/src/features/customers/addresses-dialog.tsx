import { customerAddresses } from '@balcao/shared/api/customers/customers.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Customer } from '@balcao/shared/entities/customer.ts'
import { MapPin } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { RowsDialog } from '#/components/rows-dialog.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { addressText } from '#/lib/format.ts'
import { queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { AddressDialog } from './public/lazy-customer-dialogs.ts'

/** Height of a row, px: two lines, the address's name and the address. */
const ROW_HEIGHT = 64

/** Shows the addresses of a customer, the main one first. Texts: `customers`. */
export function AddressesDialog({
  customer,
  onClose,
}: {
  customer: Pick<Customer, 'id' | 'fullName'>
  onClose: () => void
}) {
  const { t } = useTranslation('customers')
  const { list, rows } = useRowList(customerAddresses.list, page => page.customerAddress, {
    customerId: customer.id,
  })
  return (
    <RowsDialog
      title={t('addresses.of', { name: customer.fullName })}
      size="lg"
      addLabel={t('addresses.add')}
      list={list}
      rows={rows}
      rowHeight={ROW_HEIGHT}
      skeletons={3}
      firstUse={{ icon: <MapPin size={20} />, title: t('addresses.empty'), hint: t('addresses.emptyHint') }}
      removal={{
        title: address => t('addresses.deleteTitle', { name: address.name }),
        hint: t('addresses.deleteHint'),
        done: t('addresses.deleted'),
        call: address => api(customerAddresses.remove, { params: { id: address.id } }),
        list: customerAddresses.list,
        rowsKey: 'customerAddress',
      }}
      dialog={(address, onClose) => (
        <AddressDialog
          customerId={customer.id}
          address={address}
          isFirst={rows.length === 0}
          onClose={() => {
            onClose()
            // A new main address changes more rows than the saved one.
            void queryClient.invalidateQueries({ queryKey: queryKey(customerAddresses.list) })
          }}
        />
      )}
      onClose={onClose}
    >
      {(address, { edit, remove }) => (
        <ListRow active={false}>
          <RowOpener oneLine={false} onOpen={() => edit(address)}>
            <span className="flex min-w-0 items-center gap-2">
              <span title={address.name} className="truncate font-medium">
                {address.name}
              </span>
              {address.isActive && <Badge tone="accent">{t('addresses.main')}</Badge>}
            </span>
            <span title={addressText(address)} className="truncate text-ink-2 text-sm">
              {addressText(address)}
            </span>
          </RowOpener>
          <RowActions name={address.name} onEdit={() => edit(address)} onDelete={() => remove(address)} />
        </ListRow>
      )}
    </RowsDialog>
  )
}
