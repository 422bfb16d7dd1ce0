import { type DeliveryMethod, RATE_TYPES, type RateType } from '@balcao/shared/entities/rate.ts'
import { useSetting } from './settings.ts'

/** How the company charges deliveries, and the kind of its rates; null where rates of stores charge nothing. */
export function useDeliveryMethod() {
  const method = useSetting('deliveryMethods') as DeliveryMethod
  const type: RateType | null = RATE_TYPES.find(each => each === method) ?? null
  return { method, type }
}
