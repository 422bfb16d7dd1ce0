import { config } from '../../config.ts'
import { removeKeysNamed } from '../../integrations/usage-plan.ts'

/**
 * Removes a company's keys from API Gateway, whatever secret they were made of. The local gateway
 * has none.
 */
export async function removeUsageKeys(companyId: string): Promise<void> {
  const { STAGE, USAGE_PLAN_ID } = config()
  if (USAGE_PLAN_ID) await removeKeysNamed(`balcao-${STAGE}-${companyId}-`)
}
