import { settings } from '@balcao/shared/api/company/settings.ts'
import { type FreightMethod, RATE_TYPES, type RateType } from '@balcao/shared/entities/rate.ts'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#/lib/queries.ts'
import { useSetting } from '#/lib/settings.ts'

/**
 * Returns how the company charges freight, and the kind of its rates; null where store rates charge
 * nothing. The session's value counts until the server answers: a change from before the socket
 * opened is in the answer alone.
 */
export function useFreightMethod() {
  const known = useSetting('deliveryMethods')
  const { data } = useQuery(apiQuery(settings.list))
  const method = (data?.find(({ key }) => key === 'deliveryMethods')?.value ?? known) as FreightMethod
  const type: RateType | null = RATE_TYPES.find(each => each === method) ?? null
  return { method, type }
}
