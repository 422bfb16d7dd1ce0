import { mayAccess, mayDo } from '@balcao/shared/access.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { requireCustomer } from '../../../data/customers/customer.ts'
import type { HttpContexts } from '../../../http/context.ts'

/**
 * Returns the customer of a contract, if the caller may choose it (decision 0040).
 * @throws ERR_NO_PERMISSION, ERR_NO_CUSTOMER_FOUND
 */
export async function chosenCustomer(
  { companyId, actor }: HttpContexts['user'],
  customerId: string,
): Promise<{ customerId: string; customerName: string }> {
  if (!mayDo('user-modal:editProfile', actor)) throw new AppError('ERR_NO_PERMISSION')
  const { fullName } = await requireCustomer(companyId, customerId, true)
  return { customerId, customerName: fullName }
}

/**
 * Requires the right to publish a contract, the same that the call to publish requires.
 * @throws ERR_NO_PERMISSION
 */
export function requirePublishing({ actor }: HttpContexts['user']): void {
  if (!mayAccess('catalog', actor)) throw new AppError('ERR_NO_PERMISSION')
}

/**
 * Requires that a contract does not end before it begins.
 * @throws ERR_CONTRACT_DATES
 */
export function requireOrder({ startAt, expiresAt }: { startAt: string; expiresAt: string }): void {
  if (expiresAt < startAt) throw new AppError('ERR_CONTRACT_DATES')
}
