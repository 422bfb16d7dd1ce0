import { customers } from '@balcao/shared/api/customers/customers.ts'
import type { Customer } from '@balcao/shared/entities/customer.ts'
import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { Check, MapPin, UsersRound, X } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnHeads } from '#/components/column-heads.tsx'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { ListScreen } from '#/components/list-screen.tsx'
import { PagedRows } from '#/components/paged-rows.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { formatNumber } from '#/lib/format.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { api } from '#/lib/session.ts'
import { useListRowHeight } from '#/lib/use-list-row-height.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { AddressesDialog, CustomerDialog } from './public/lazy-customer-dialogs.ts'

export function CustomersScreen() {
  const { t } = useTranslation('customers')
  const admin = useMayAccess('admin')
  const { oneLine, rowHeight } = useListRowHeight()
  const { list, first, rows, search } = useRowList(customers.list, page => page.customers)
  const [placesOf, setPlacesOf] = useState<Customer | null>(null)
  const count = first?.count ?? 0
  return (
    <>
      <ListScreen
        title={t('title')}
        count={count > 0 ? t('count', { count, formatted: formatNumber(count) }) : undefined}
        addLabel={t('add')}
        list={list}
        rows={rows}
        search={{ label: t('search'), ...search }}
        rowHeight={rowHeight}
        skeletons={12}
        firstUse={{ icon: <UsersRound size={20} />, title: t('empty'), hint: t('emptyHint') }}
        removal={{
          title: customer => t('deleteTitle', { name: customer.fullName }),
          hint: t('deleteHint'),
          done: t('deleted'),
          call: customer => api(customers.remove, { params: { id: customer.id } }),
          list: customers.list,
          rowsKey: 'customers',
        }}
        dialog={(customer, onClose) => (
          <CustomerDialog customer={customer} onClose={onClose} onAddresses={setPlacesOf} />
        )}
      >
        {({ active, edit, remove }) => (
          <PagedRows
            list={list}
            label={t('title')}
            items={rows}
            rowHeight={rowHeight}
            activeIndex={active}
            header={oneLine && <Columns />}
          >
            {(customer, index) => (
              <ListRow active={index === active}>
                <RowOpener oneLine={oneLine} onOpen={() => edit(customer)}>
                  {oneLine ? <Cells customer={customer} /> : <Card customer={customer} />}
                </RowOpener>
                <RowActions
                  name={customer.fullName}
                  onEdit={oneLine ? () => edit(customer) : undefined}
                  onDelete={admin ? () => remove(customer) : undefined}
                  keepRoom={oneLine}
                >
                  <IconButton
                    label={t('addresses.of', { name: customer.fullName })}
                    icon={<MapPin size={16} />}
                    size="sm"
                    onClick={() => setPlacesOf(customer)}
                  />
                </RowActions>
              </ListRow>
            )}
          </PagedRows>
        )}
      </ListScreen>
      <Suspense>{placesOf && <AddressesDialog customer={placesOf} onClose={() => setPlacesOf(null)} />}</Suspense>
    </>
  )
}

const WIDTHS = {
  document: 'w-40 shrink-0',
  name: 'min-w-0 flex-[3]',
  email: 'min-w-0 flex-[3]',
  birthday: 'w-24 shrink-0',
  portfolio: 'min-w-0 flex-[2]',
  default: 'flex w-16 shrink-0 justify-center',
}

/** Shows the heads of the columns; screen readers read the names in the rows. */
function Columns() {
  const { t } = useTranslation('customers')
  return (
    <ColumnHeads
      columns={[
        { label: t('field.document'), className: WIDTHS.document },
        { label: t('field.fullName'), className: WIDTHS.name },
        { label: t('field.email'), className: WIDTHS.email },
        { label: t('field.birthday'), className: WIDTHS.birthday },
        { label: t('field.portfolio'), className: WIDTHS.portfolio },
        { label: t('column.default'), className: WIDTHS.default },
      ]}
      actions={3}
    />
  )
}

function Cells({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const birthday = dayAndMonth(customer.birthday)
  return (
    <>
      <span className={`tabular ${WIDTHS.document}`}>{formatDocument(customer.document)}</span>
      <span title={customer.fullName} className={`truncate font-medium ${WIDTHS.name}`}>
        {customer.fullName}
      </span>
      <span title={customer.email} className={`truncate text-ink-2 ${WIDTHS.email}`}>
        {customer.email}
      </span>
      <span className={`tabular text-ink-2 ${WIDTHS.birthday}`}>{birthday}</span>
      <span title={customer.portfolio?.name} className={`truncate text-ink-2 ${WIDTHS.portfolio}`}>
        {customer.portfolio?.name}
      </span>
      <span className={WIDTHS.default}>
        {customer.customerDefault ? (
          <Check role="img" aria-label={t('field.default')} size={16} className="icon text-success-ink" />
        ) : (
          <X role="img" aria-label={t('notDefault')} size={16} className="icon text-ink-3" />
        )}
      </span>
    </>
  )
}

function Card({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  return (
    <>
      <span className="flex min-w-0 items-center gap-2">
        <span title={customer.fullName} className="truncate font-medium">
          {customer.fullName}
        </span>
        {customer.customerDefault && <Badge>{t('column.default')}</Badge>}
      </span>
      <span className="truncate text-ink-2 text-sm">
        <span className="tabular">{formatDocument(customer.document)}</span>
        {customer.portfolio && ` · ${customer.portfolio.name}`}
      </span>
    </>
  )
}

/** Formats a yyyy-mm-dd day as DD/MM. */
const dayAndMonth = (day: string | null): string => (day ? `${day.slice(8)}/${day.slice(5, 7)}` : '')
