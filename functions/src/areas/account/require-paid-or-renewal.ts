import { mayAccess } from '@balcao/shared/access.ts'
import type { Company } from '@balcao/shared/entities/company.ts'
import { AppError } from '@balcao/shared/errors.ts'
import type { UserRow } from '../../data/team/user.ts'
import { signRenewalToken } from '../../http/renewal-token.ts'
import { requirePaid } from '../../http/require-paid.ts'

/**
 * `requirePaid` for who has just shown the right password: an admin of a company that is past its due date gets a `renewal` token with
 * the refusal, by which it can be paid for. Throws ERR_COMPANY_EXPIRED, ERR_COMPANY_DISABLED.
 */
export function requirePaidOrRenewal(company: Company, user: UserRow): void {
  try {
    requirePaid(company, user)
  } catch (error) {
    const isExpired = error instanceof AppError && error.code === 'ERR_COMPANY_EXPIRED'
    if (!isExpired || !mayAccess('admin', user)) throw error
    throw new AppError('ERR_COMPANY_EXPIRED', { data: { ...error.data, renewal: signRenewalToken(company.id) } })
  }
}
