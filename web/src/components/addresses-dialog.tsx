import { customerAddresses } from '@balcao/shared/api/customers/customers.ts'
import { queryKey } from '@balcao/shared/contract/query-key.ts'
import type { Customer, CustomerAddress } from '@balcao/shared/entities/customer.ts'
import { MapPin, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressText } from '#/lib/format.ts'
import { applyListEvent, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useRemove } from '#/lib/use-remove.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { AddressDialog } from './lazy-customer-dialogs.ts'
import { ListRow, RowActions, RowOpener } from './list-row.tsx'
import { ListStates } from './list-states.tsx'
import { PagedRows } from './paged-rows.tsx'
import { FirstUse } from './query-states.tsx'
import { Badge } from './ui/badge.tsx'
import { Button } from './ui/button.tsx'
import { Dialog } from './ui/dialog.tsx'

/** Two lines: what it is called, and where it is. */
const ROW_HEIGHT = 64

/** The addresses of a customer, the main one first. Texts: `customers`. */
export function AddressesDialog({
  customer,
  onClose,
}: {
  customer: Pick<Customer, 'id' | 'fullName'>
  onClose: () => void
}) {
  const { t } = useTranslation('customers')
  const { list, rows, search } = useRowList(customerAddresses.list, page => page.customerAddress, {
    customerId: customer.id,
  })
  const [shown, setShown] = useState<CustomerAddress | 'new' | null>(null)
  const add = () => setShown('new')
  const title = t('addresses.of', { name: customer.fullName })
  const askRemove = useRemove<CustomerAddress>({
    title: address => t('addresses.deleteTitle', { name: address.name }),
    hint: t('addresses.deleteHint'),
    done: t('addresses.deleted'),
    call: address => api(customerAddresses.remove, { params: { id: address.id } }),
    forget: address =>
      applyListEvent(queryClient, customerAddresses.list, 'customerAddress', { action: 'delete', id: address.id }),
  })
  return (
    <Dialog open onOpenChange={open => !open && onClose()} title={title} size="lg">
      <div className="flex max-h-[min(60dvh,32rem)] min-h-64 flex-col gap-3">
        {rows.length > 0 && (
          <Button variant="primary" icon={<Plus size={16} />} onClick={add} className="self-end">
            {t('addresses.add')}
          </Button>
        )}
        <ListStates
          list={list}
          count={rows.length}
          rowHeight={ROW_HEIGHT}
          rows={3}
          search={search}
          firstUse={
            <FirstUse
              icon={<MapPin size={20} />}
              title={t('addresses.empty')}
              addLabel={t('addresses.add')}
              onAdd={add}
            >
              {t('addresses.emptyHint')}
            </FirstUse>
          }
        >
          <PagedRows list={list} label={title} items={rows} rowHeight={ROW_HEIGHT} activeIndex={-1}>
            {address => (
              <ListRow active={false}>
                <RowOpener oneLine={false} onOpen={() => setShown(address)}>
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
                <RowActions
                  name={address.name}
                  onEdit={() => setShown(address)}
                  onDelete={() => void askRemove(address)}
                />
              </ListRow>
            )}
          </PagedRows>
        </ListStates>
      </div>
      <Suspense>
        {shown && (
          <AddressDialog
            customerId={customer.id}
            address={shown === 'new' ? null : shown}
            isFirst={rows.length === 0}
            onClose={() => {
              setShown(null)
              // Which one is the main one changes more than the row that was saved.
              void queryClient.invalidateQueries({ queryKey: queryKey(customerAddresses.list) })
            }}
          />
        )}
      </Suspense>
    </Dialog>
  )
}
