import { mayAccess } from '@balcao/shared/access.ts'
import type { Company } from '@balcao/shared/entities/company.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { getSettings } from '../../data/company/setting.ts'
import type { UserRow } from '../../data/team/user.ts'
import { signRenewalToken } from '../../http/renewal-token.ts'
import { requirePaid } from '../../http/require-paid.ts'

/**
 * Same as `requirePaid`, for a user who has just given the right password: an admin of a company
 * past its due date gets a `renewal` token with the refusal, to pay with. Everybody gets the time
 * zone of the due date.
 * @throws ERR_COMPANY_EXPIRED, ERR_COMPANY_DISABLED
 */
export async function requirePaidOrRenewal(company: Company, user: UserRow): Promise<void> {
  try {
    requirePaid(company, user)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'ERR_COMPANY_EXPIRED') throw error
    const { timezone } = await getSettings(company.id)
    const renewal = mayAccess('admin', user) ? { renewal: signRenewalToken(company.id) } : {}
    throw new AppError('ERR_COMPANY_EXPIRED', { data: { ...error.data, timezone, ...renewal } })
  }
}
