import { AppError } from '@balcao/shared/errors.ts'
import { silencedBy } from '../data/company/company.ts'
import type { ActionContext } from './action-context.ts'

/**
 * Requires that the product may speak by itself (decision 0052): a person who acts was asked when
 * they signed in, a rule acts in any company.
 * @throws ERR_COMPANY_DISABLED, ERR_COMPANY_EXPIRED for a rule of a silenced company
 */
export async function requireVoice({ companyId, by }: Pick<ActionContext, 'companyId' | 'by'>): Promise<void> {
  const silence = by.kind === 'rule' ? await silencedBy(companyId) : undefined
  if (silence) throw new AppError(silence)
}
