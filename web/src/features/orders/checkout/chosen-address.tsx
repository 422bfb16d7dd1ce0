import { customerAddresses } from '@balcao/shared/api/customers/customers.ts'
import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { addressText } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'

/** Query of all addresses of a customer. */
export const addressesOf = (customerId: string) =>
  apiQuery(customerAddresses.list, { params: { customerId }, query: { limit: '100' } })

/** Shows the delivery address. */
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
