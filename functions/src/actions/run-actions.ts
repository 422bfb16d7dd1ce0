import type { Action } from '@balcao/shared/entities/macro.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { type ActionRun, beginRun, getRun, type Step, stepWrite } from '../data/actions/action-run.ts'
import { transact, WriteConflict } from '../data/table/transact.ts'
import { requireTicketToChange } from '../data/tickets/ticket.ts'
import { assertSees } from '../data/tickets/ticket-list.ts'
import { act } from './act.ts'
import type { ActionContext } from './action-context.ts'

/**
 * Runs actions on a ticket in their order, with the rights of whoever acts. What refuses an action
 * is kept with its step, and the others go on. Each action takes effect once under the context's
 * key, however often and by however many callers the list is run: a run that was cut off goes on
 * behind its last step, with the actions it began with.
 * @throws ERR_IDEMPOTENCY_KEY_REUSED for the key of another list or ticket
 */
export async function runActions(context: ActionContext, actions: readonly Action[]): Promise<ActionRun> {
  const { companyId, key, listId, ticketId } = context
  let run = await beginRun({ companyId, key, listId, ticketId, actions: [...actions] })
  if (run.listId !== listId || run.ticketId !== ticketId) throw new AppError('ERR_IDEMPOTENCY_KEY_REUSED')
  while (run.steps.length < run.actions.length) {
    const step = await takeStep(context, run)
    const steps = step && [...run.steps, step]
    // Another caller of the same run was first.
    run = steps ? { ...run, steps, done: steps.length } : ((await getRun(companyId, key)) ?? { ...run, actions: [] })
  }
  return run
}

/** Takes the next step of a run; returns undefined if another caller took it. */
async function takeStep(context: ActionContext, run: ActionRun): Promise<Step | undefined> {
  const { companyId, by, ticketId, key } = context
  const action = run.actions[run.steps.length]!
  let step: Step = { type: action.type }
  try {
    try {
      const ticket = await requireTicketToChange(companyId, ticketId)
      if (by.viewer) assertSees(by.viewer, ticket)
      const acted = await act(context, ticket, action, {
        key: `${key}|${run.steps.length}`,
        startedAt: run.startedAt,
        record: undo => {
          step = { type: action.type, ...(undo ? { undo } : {}) }
          return [stepWrite(run, step)]
        },
      })
      if (acted === 'recorded') return step
      step = { type: action.type }
    } catch (error) {
      // What is unavailable now is tried again by a repeated call.
      if (!(error instanceof AppError) || error.status >= 500) throw error
      step = { type: action.type, error: error.code }
    }
    await transact([stepWrite(run, step)])
    return step
  } catch (error) {
    if (error instanceof WriteConflict && error.label === 'step') return undefined
    throw error
  }
}
