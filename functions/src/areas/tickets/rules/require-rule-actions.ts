import type { Action } from '@balcao/shared/entities/macro.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { requireActions } from '../../../actions/action-names.ts'

/**
 * Requires that a rule's actions can be done without a person: what they name exists for all, and
 * whom they assign to is named.
 * @throws ERR_RULE_NEEDS_USER, the errors of what is missing
 */
export async function requireRuleActions(ctx: Parameters<typeof requireActions>[0], actions: readonly Action[]) {
  if (actions.some(action => action.type === 'assign' && !action.userId)) throw new AppError('ERR_RULE_NEEDS_USER')
  await requireActions(ctx, actions, true)
}
