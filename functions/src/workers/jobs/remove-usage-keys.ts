import { config } from '../../config.ts'
import { removeKeysNamed } from '../../integrations/usage-plan.ts'

/** API Gateway forgets a company, whatever secret its keys were made of. The local gateway knows of none. */
export async function removeUsageKeys(companyId: string): Promise<void> {
  const { STAGE, USAGE_PLAN_ID } = config()
  if (USAGE_PLAN_ID) await removeKeysNamed(`balcao-${STAGE}-${companyId}-`)
}
