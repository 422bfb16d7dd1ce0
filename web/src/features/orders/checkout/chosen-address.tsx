import { customerAddresses } from '@balcao/shared/api/customers/customers.ts'
import type { CustomerAddress } from '@balcao/shared/entities/customer.ts'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { apiQuery } from '#/lib/queries.ts'

/** The addresses of a customer: as many as anybody has. */
export const addressesOf = (customerId: string) =>
  apiQuery(customerAddresses.list, { params: { customerId }, query: { limit: '100' } })

/** A place in one line, as it is written on a parcel. */
export const addressText = ({ address, number, complement, neighborhood, city, state, zipCode }: CustomerAddress) =>
  [
    [address, number, complement].filter(Boolean).join(', '),
    neighborhood,
    `${city}/${state}`,
    zipCode.replace(/^(\d{5})(\d{3})$/, '$1-$2'),
  ]
    .filter(Boolean)
    .join(' · ')

/** Where it goes. */
export function ChosenAddress({ customerId, addressId }: { customerId: string; addressId: string }) {
  const query = useQuery(addressesOf(customerId))
  const address = query.data?.customerAddress.find(({ id }) => id === addressId)
  if (!address) return <Skeleton className="h-10" />
  return (
    <p>
      <bdi className="font-medium">{address.name}</bdi>
      <span className="block text-ink-2 text-sm">{addressText(address)}</span>
    </p>
  )
}
