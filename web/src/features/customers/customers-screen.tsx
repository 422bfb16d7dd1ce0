import { customers } from '@balcao/shared/api/customers/customers.ts'
import type { FieldFilters as Filters } from '@balcao/shared/entities/custom-field.ts'
import type { Customer } from '@balcao/shared/entities/customer.ts'
import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { FilterX, MapPin, UsersRound } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Column, Sorting } from '#/components/list/column.ts'
import { useListExport } from '#/components/list/use-list-export.tsx'
import { useYesNo } from '#/components/list/use-yes-no.ts'
import { ListScreen } from '#/components/list-screen.tsx'
import { Badge } from '#/components/ui/badge.tsx'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { FieldFilters } from '#/features/fields/public/lazy-fields.ts'
import { useMayAccess } from '#/lib/permissions.ts'
import { api } from '#/lib/session.ts'
import { useRowList } from '#/lib/use-row-list.ts'
import { AddressesDialog, CustomerDialog } from './public/lazy-customer-dialogs.ts'

export function CustomersScreen() {
  const { t } = useTranslation('customers')
  const yesNo = useYesNo()
  const admin = useMayAccess('admin')
  const [sorting, setSorting] = useState<Sorting | null>(null)
  const [byFields, setByFields] = useState<Filters>({})
  const isFiltered = Object.keys(byFields).length > 0
  const { list, first, rows, search } = useRowList(customers.list, page => page.customers, undefined, {
    ...(sorting?.descending ? { sort: '-name' } : {}),
    ...(isFiltered ? { fields: JSON.stringify(byFields) } : {}),
  })
  const mayExport = useMayAccess('supervisor')
  const file = useListExport<Customer>(body => api(customers.export, { body }), t('export'))
  const [placesOf, setPlacesOf] = useState<Customer | null>(null)
  const columns: Column<Customer>[] = [
    { id: 'document', head: t('field.document'), text: ({ document }) => formatDocument(document) },
    { id: 'name', head: t('field.fullName'), main: true, sortKey: 'name', text: ({ fullName }) => fullName },
    { id: 'email', head: t('field.email'), text: ({ email }) => email },
    {
      id: 'birthday',
      head: t('field.birthday'),
      from: 1200,
      text: ({ birthday }) => dayAndMonth(birthday),
      order: ({ birthday }) => birthday?.slice(5) ?? '',
    },
    { id: 'portfolio', head: t('field.portfolio'), text: ({ portfolio }) => portfolio?.name ?? '' },
    {
      id: 'default',
      head: t('column.default'),
      named: true,
      from: 1200,
      text: ({ customerDefault }) => yesNo(customerDefault),
    },
  ]
  return (
    <>
      <ListScreen
        name="customers"
        title={t('title')}
        count={search.searched === '' && !isFiltered ? first?.count : undefined}
        addLabel={t('add')}
        tools={mayExport ? [file.tool] : []}
        bulk={mayExport ? [file.bulk] : []}
        list={list}
        rows={rows}
        search={{ label: t('search'), ...search }}
        skeletons={12}
        filters={
          <Suspense>
            <FieldFilters on="customer" value={byFields} onChange={setByFields} />
          </Suspense>
        }
        firstUse={
          isFiltered
            ? {
                instead: (
                  <EmptyState
                    icon={<FilterX size={20} />}
                    title={t('noneFiltered')}
                    action={<Button onClick={() => setByFields({})}>{t('clearFilter')}</Button>}
                  />
                ),
              }
            : { icon: <UsersRound size={20} />, title: t('empty'), hint: t('emptyHint') }
        }
        // A search and a filter have their own order.
        order={search.searched === '' && !isFiltered ? { sorting, onSort: setSorting, count: first?.count } : null}
        removal={{
          title: customer => t('deleteTitle', { name: customer.fullName }),
          hint: t('deleteHint'),
          done: t('deleted'),
          call: customer => api(customers.remove, { params: { id: customer.id } }),
          list: customers.list,
          rowsKey: 'customers',
        }}
        noDelete={!admin}
        nameOf={({ fullName }) => fullName}
        columns={columns}
        card={customer => ({
          title: (
            <>
              <span title={customer.fullName} className="truncate">
                {customer.fullName}
              </span>
              {customer.customerDefault && <Badge>{t('column.default')}</Badge>}
            </>
          ),
          line: (
            <span className="truncate">
              <span className="tabular">{formatDocument(customer.document)}</span>
              {customer.portfolio && ` · ${customer.portfolio.name}`}
            </span>
          ),
        })}
        more={customer => [
          {
            id: 'addresses',
            label: t('addresses.of', { name: customer.fullName }),
            short: t('addresses.title'),
            icon: <MapPin size={16} />,
            run: () => setPlacesOf(customer),
          },
        ]}
        dialog={(customer, onClose) => (
          <CustomerDialog customer={customer} onClose={onClose} onAddresses={setPlacesOf} />
        )}
      />
      <Suspense>{placesOf && <AddressesDialog customer={placesOf} onClose={() => setPlacesOf(null)} />}</Suspense>
    </>
  )
}

/** Formats a yyyy-mm-dd day as DD/MM. */
const dayAndMonth = (day: string | null): string => (day ? `${day.slice(8)}/${day.slice(5, 7)}` : '')
