import type { Company } from '@balcao/shared/entities/company.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { recentCompany } from '../data/company/company.ts'

type PaidState = Pick<Company, 'status' | 'dueDate'>

/**
 * Refuses users, and API clients (which have no user), of a company that is past its due date or
 * disabled; super users always get in.
 * @throws ERR_COMPANY_EXPIRED, ERR_COMPANY_DISABLED
 */
export function requirePaid(company: PaidState, user?: { super: boolean }): void {
  if (user?.super) return
  if (!company.status) throw new AppError('ERR_COMPANY_DISABLED')
  if (isOver(company)) throw new AppError('ERR_COMPANY_EXPIRED', { data: { dueDate: company.dueDate } })
}

const isOver = ({ dueDate }: PaidState): boolean => Date.parse(dueDate) <= Date.now()

/**
 * Same as `requirePaid` for a call under way, from a cached company. A change by another process
 * counts half a minute later; a due date that passes counts at once. A refusal is checked against
 * the table, so that a company that has paid is served at once.
 * @throws ERR_SESSION_ENDED for a company that was deleted
 */
export async function requirePaidNow(companyId: string, user: { super: boolean }): Promise<void> {
  if (user.super) return
  const recent = await recentCompany(companyId)
  if (recent?.status && !isOver(recent)) return
  const company = await recentCompany(companyId, true)
  if (!company) throw new AppError('ERR_SESSION_ENDED')
  requirePaid(company, user)
}

/** Returns whether the users of a company are served, by the rules of `requirePaidNow`. */
export async function isPaidNow(companyId: string): Promise<boolean> {
  try {
    await requirePaidNow(companyId, { super: false })
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}
