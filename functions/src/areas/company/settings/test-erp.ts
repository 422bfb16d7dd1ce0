import { ERP_SETTINGS } from '@balcao/shared/entities/erp.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { openSettings } from '../../../data/company/setting.ts'
import { createRateLimiter } from '../../../http/rate-limiter.ts'
import { testTimeouts } from '../../../integrations/erp/ask.ts'
import { ErpError } from '../../../integrations/erp/erp-error.ts'
import { systemOf } from '../../../integrations/erp/systems.ts'
import type { Operations } from '../operations.ts'

/** Rate of one user's attempts: each is a call to somebody else's system. */
const attempts = createRateLimiter({ burst: 20, perSecond: 0.5 })

/** Tests the ERP's settings. Nothing is stored. */
export const testErp: Operations['settings']['testErp'] = async ({ companyId, actor }, { body: { system } }) => {
  const settings = await openSettings(companyId)
  if (ERP_SETTINGS[system].some(key => settings[key] === '')) throw new AppError('ERR_ERP_NOT_SET_UP')
  if (attempts.take(actor.userId, Date.now()) !== 'pass')
    throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: 2 } })
  try {
    await systemOf(system, settings).test(testTimeouts())
    return { ok: true }
  } catch (error) {
    if (!(error instanceof ErpError)) throw error
    return { ok: false, error: error.code }
  }
}
