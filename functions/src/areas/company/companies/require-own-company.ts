import { AppError } from '@balcao/shared/errors.ts'
import type { UserContext } from '../../../http/context.ts'

/**
 * Requires the caller's own company; super users reach every company. Any other does not exist.
 * @throws ERR_NO_COMPANY_FOUND
 */
export function requireOwnCompany({ actor }: UserContext, companyId: string): void {
  if (companyId !== actor.companyId && !actor.super) throw new AppError('ERR_NO_COMPANY_FOUND')
}
