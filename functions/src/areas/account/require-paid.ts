import type { Company } from '@balcao/shared/entities/company.ts'
import { AppError } from '@balcao/shared/errors.ts'

/**
 * Refuses users, and programs (which are nobody), of a company that is past its due date or disabled; super users always
 * get in. Throws ERR_COMPANY_EXPIRED, ERR_COMPANY_DISABLED.
 */
export function requirePaid(company: Company, user?: { super: boolean }): void {
  if (user?.super) return
  if (!company.status) throw new AppError('ERR_COMPANY_DISABLED')
  if (Date.parse(company.dueDate) <= Date.now())
    throw new AppError('ERR_COMPANY_EXPIRED', { data: { dueDate: company.dueDate } })
}
