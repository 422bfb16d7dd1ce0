import { customerAddresses, customers } from '@balcao/shared/api/customers/customers.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import type { Customer } from '@balcao/shared/entities/customer.ts'
import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MapPin, Pencil, Unlink, UserPlus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Combobox } from '#/components/ui/combobox.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { AddressesDialog, CustomerDialog } from '#/features/customers/public/lazy-customer-dialogs.ts'
import { linkCustomer } from '#/features/customers/public/link-customer.ts'
import { useCustomerSearch } from '#/features/customers/public/use-customer-search.ts'
import { addressText } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiPages, apiQuery } from '#/lib/queries.ts'
import { toast } from '#/lib/toast.ts'

const CustomerFields = lazyPart(
  () => import('#/features/customers/public/customer-fields.tsx').then(file => file.CustomerFields),
  'fields',
)

/**
 * Shows the customer a contact writes for: name, address, and how to link, edit or create it.
 * Texts: `customers`.
 */
export function CustomerSection({ contact }: { contact: Contact }) {
  const { t } = useTranslation('customers')
  return (
    <section>
      <h3 className="mb-2 font-medium text-ink-2 text-sm">{t('contact.title')}</h3>
      {contact.customerId === null ? (
        <NoCustomer contact={contact} />
      ) : (
        <LinkedCustomer contact={contact} customerId={contact.customerId} />
      )}
    </section>
  )
}

function NoCustomer({ contact }: { contact: Contact }) {
  const { t } = useTranslation('customers')
  const [typed, setTyped] = useState('')
  const [creating, setCreating] = useState(false)
  const { enough, found, searching } = useCustomerSearch(typed)
  const choose = async (id: string | null) => {
    if (id !== null && (await linkCustomer(contact, id))) toast.success(t('linked'))
  }
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ink-2 text-sm">{t('contact.none')}</p>
      <Combobox
        label={t('contact.link')}
        placeholder={t('contact.link')}
        options={found.map(({ id, fullName, document }) => ({
          value: id,
          label: fullName,
          hint: formatDocument(document),
        }))}
        loading={searching}
        onSearch={setTyped}
        emptyText={enough ? t('contact.nothing') : t('contact.searchHint')}
        value={null}
        onChange={id => void choose(id)}
      />
      <Button icon={<UserPlus size={16} />} onClick={() => setCreating(true)}>
        {t('contact.create')}
      </Button>
      <Suspense>
        {creating && <CustomerDialog customer={null} contact={contact} onClose={() => setCreating(false)} />}
      </Suspense>
    </div>
  )
}

function LinkedCustomer({ contact, customerId }: { contact: Contact; customerId: string }) {
  const { t } = useTranslation('customers')
  const [shown, setShown] = useState<'customer' | 'addresses' | null>(null)
  const query = useQuery(apiQuery(customers.get, { params: { id: customerId } }))
  if (query.isPending)
    return (
      <div role="status" aria-label={t('contact.loading')}>
        <Skeleton className="h-24" />
      </div>
    )
  if (query.isError) return <ErrorState compact error={query.error} onRetry={() => void query.refetch()} />
  const customer = query.data
  const unlink = async () => {
    if (await linkCustomer(contact, null))
      toast.undo(t('contact.unlinked'), () => void linkCustomer(contact, customerId))
  }
  return (
    <div className="rounded-md border border-line p-3">
      <div className="flex items-start gap-1">
        <div className="min-w-0 flex-1">
          <p className="wrap-anywhere font-medium">{customer.fullName}</p>
          <p className="tabular text-ink-2 text-sm">{formatDocument(customer.document)}</p>
        </div>
        <IconButton size="sm" label={t('edit')} icon={<Pencil size={16} />} onClick={() => setShown('customer')} />
        <IconButton
          size="sm"
          label={t('addresses.title')}
          icon={<MapPin size={16} />}
          onClick={() => setShown('addresses')}
        />
        <IconButton size="sm" label={t('contact.unlink')} icon={<Unlink size={16} />} onClick={() => void unlink()} />
      </div>
      <Facts customer={customer} />
      <div className="mt-3 empty:hidden">
        <Suspense>
          <CustomerFields customer={customer} />
        </Suspense>
      </div>
      <Suspense>
        {shown === 'customer' && (
          <CustomerDialog
            customer={customer}
            onClose={() => setShown(null)}
            onAddresses={() => setShown('addresses')}
          />
        )}
        {shown === 'addresses' && <AddressesDialog customer={customer} onClose={() => setShown(null)} />}
      </Suspense>
    </div>
  )
}

function Facts({ customer }: { customer: Customer }) {
  const { t } = useTranslation('customers')
  const places = useInfiniteQuery(
    apiPages(customerAddresses.list, { params: { customerId: customer.id }, query: { searchParam: '' } }),
  )
  // The main address is the first.
  const main = places.data?.pages[0]?.customerAddress[0]
  const facts = [
    [t('field.email'), customer.email],
    [t('field.birthday'), customer.birthday?.split('-').reverse().join('/')],
    [t('field.portfolio'), customer.portfolio?.name],
    [t('contact.mainAddress'), places.isPending ? '…' : main ? addressText(main) : t('contact.noAddress')],
  ].filter(([, value]) => value)
  return (
    <dl className="mt-2 flex flex-col gap-1.5 text-sm">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt className="text-ink-2 text-xs">{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
