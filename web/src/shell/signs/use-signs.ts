import { useCampaignSigns } from './campaign-signs.ts'
import { useConnectionSigns } from './connection-signs.ts'
import { useOrderSigns } from './order-signs.ts'
import { usePaymentSigns } from './payment-signs.ts'
import { useServerSigns } from './server-signs.ts'
import type { Sign, SignSource } from './sign.ts'

/** All matters that may burn. A further one is one more hook here. */
const SOURCES: readonly SignSource[] = [
  useServerSigns,
  useConnectionSigns,
  useCampaignSigns,
  usePaymentSigns,
  useOrderSigns,
]

/** Returns what burns and this person can act on, the gravest first. */
export function useSigns(): readonly Sign[] {
  const signs = SOURCES.flatMap(source => source())
  return [...signs.filter(({ tone }) => tone === 'danger'), ...signs.filter(({ tone }) => tone === 'warning')]
}
