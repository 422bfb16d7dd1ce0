import { settings } from '@balcao/shared/api/company/settings.ts'
import { type DeliveryMethod, RATE_TYPES, type RateType } from '@balcao/shared/entities/rate.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from './queries.ts'
import { useSetting } from './settings.ts'

/**
 * How the company charges deliveries, and the kind of its rates; null where rates of stores charge nothing. The session's word
 * until the server's comes: a change told while the socket was not open yet is in that alone.
 */
export function useDeliveryMethod() {
  const known = useSetting('deliveryMethods')
  const { data } = useQuery(apiQuery(settings.list))
  const method = (data?.find(({ key }) => key === 'deliveryMethods')?.value ?? known) as DeliveryMethod
  const type: RateType | null = RATE_TYPES.find(each => each === method) ?? null
  return { method, type }
}
