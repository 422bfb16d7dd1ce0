import { AppError } from '@balcao/shared/errors.ts'
import { silencedBy } from '../data/company/company.ts'
import type { ActionContext } from './action-context.ts'

/**
 * Refuses what a rule would say for a silenced company (decision 0052); a person's call was refused
 * before.
 * @throws ERR_COMPANY_DISABLED, ERR_COMPANY_EXPIRED for a rule of a silenced company
 */
export async function requireVoice({ companyId, by }: Pick<ActionContext, 'companyId' | 'by'>): Promise<void> {
  const silence = by.kind === 'rule' ? await silencedBy(companyId) : undefined
  if (silence) throw new AppError(silence)
}
