import { config } from '../../config.ts'
import { nextUsageKeyOf, usageKeyOf } from '../../http/usage-key.ts'
import { ensureUsageKey } from '../../integrations/usage-plan.ts'

/**
 * Creates the key by which API Gateway counts a company's calls of the public API. The local
 * gateway accepts any key.
 */
export async function makeUsageKey(companyId: string): Promise<void> {
  const { STAGE, USAGE_PLAN_ID } = config()
  if (!USAGE_PLAN_ID) return
  // The value changes with the signing secret, and a key is found by its name only.
  for (const value of new Set([usageKeyOf(companyId), nextUsageKeyOf(companyId)]))
    await ensureUsageKey(USAGE_PLAN_ID, { name: `balcao-${STAGE}-${companyId}-${value.slice(0, 8)}`, value })
}
