import { AppError } from '@balcao/shared/errors.ts'
import { UNDO_MS, undoActions } from '../../../actions/undo-actions.ts'
import { claimUndo, getRun } from '../../../data/actions/action-run.ts'
import { callerOf } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { runKey } from './own-macro.ts'

/** Takes back one's own run, once: a second call finds nothing left. */
export const undoMacro: Operations['macros']['undo'] = async (ctx, { params, body }) => {
  const { viewer, user } = await callerOf(ctx)
  const run = await getRun(ctx.companyId, runKey(ctx, body.key))
  if (run?.listId !== params.id || run.ticketId !== body.ticketId || run.startedAt + UNDO_MS < Date.now())
    throw new AppError('ERR_NO_MACRO_RUN_FOUND')
  if (!(await claimUndo(run))) throw new AppError('ERR_NO_MACRO_RUN_FOUND')
  return { results: await undoActions({ kind: 'user', viewer, user }, run) }
}
