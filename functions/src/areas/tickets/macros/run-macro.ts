import type { ActionResult } from '@balcao/shared/entities/macro.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { runActions } from '../../../actions/run-actions.ts'
import { isUndoable, UNDO_MS } from '../../../actions/undo-actions.ts'
import type { Step } from '../../../data/actions/action-run.ts'
import { requireVisibleMacro } from '../../../data/actions/macro.ts'
import { instant } from '../../../data/instant.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'
import { runKey } from './own-macro.ts'

const MAX_KEY_LENGTH = 100

const resultOf = ({ type, error }: Step): ActionResult => (error ? { type, ok: false, error } : { type, ok: true })

export const runMacro: Operations['macros']['run'] = async (ctx, { params, body }) => {
  const { companyId, actor } = ctx
  const { viewer, user, ticket } = await visibleTicket(ctx, body.ticketId)
  const macro = await requireVisibleMacro(companyId, params.id, actor.userId)
  const key = ctx.headers['idempotency-key'] || newId()
  if (key.length > MAX_KEY_LENGTH)
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'Idempotency-Key', code: 'too_long', maximum: MAX_KEY_LENGTH }],
    })
  const run = await runActions(
    {
      companyId,
      by: { kind: 'user', viewer, user },
      ticketId: ticket.id,
      key: runKey(ctx, key),
      listId: macro.id,
      seenContactMessage: body.seenContactMessage,
    },
    macro.actions,
  )
  const until = run.startedAt + UNDO_MS
  return {
    results: run.steps.map(resultOf),
    undo: isUndoable(run) && !run.undoneAt && until > Date.now() ? { key, until: instant(until) } : null,
  }
}
