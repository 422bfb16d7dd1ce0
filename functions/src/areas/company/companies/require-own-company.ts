import { AppError } from '@balcao/shared/errors.ts'
import type { UserContext } from '../../../http/context.ts'

/** Super users reach every company, others their own: any other does not exist. Throws ERR_NO_COMPANY_FOUND. */
export function requireOwnCompany({ actor }: UserContext, companyId: string): void {
  if (companyId !== actor.companyId && !actor.super) throw new AppError('ERR_NO_COMPANY_FOUND')
}
