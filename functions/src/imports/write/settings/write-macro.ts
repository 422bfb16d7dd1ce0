import type { Action } from '@balcao/shared/entities/macro.ts'
import type { ImportedAction, ImportedMacro } from '@balcao/shared/rules/imports/record.ts'
import { MACROS, type MacroRow } from '../../../data/actions/macro.ts'
import type { ImportedRow } from '../../../data/imports/imported-row.ts'
import { createRow } from '../../../data/table/small-list.ts'
import { ledgerFor } from '../ledger-for.ts'
import type { WriteContext } from '../write-context.ts'
import { idOf, instantsOf, type Made, origin, outcomeOf } from './setting.ts'

/**
 * Writes a macro. Users are invited: an action that assigns one is refused until they have joined,
 * and a macro of their own is there when they have.
 */
export async function writeMacro(
  context: WriteContext,
  record: ImportedMacro,
  known: ImportedRow | undefined,
): Promise<Made> {
  if (known) return { outcome: outcomeOf(context, known) }
  const made = record.actions.map(action => ({ action, here: actionOf(context, action) }))
  const actions = made.flatMap(({ here }) => here ?? [])
  if (actions.length === 0) return { outcome: { refused: 'noAction' } }
  const owner = record.userId === null ? undefined : context.users.get(record.userId)
  const row: MacroRow & { importedFrom: string } = {
    id: idOf(context, record),
    name: record.name,
    shared: record.shared,
    userId: owner?.id ?? context.startedBy.id,
    actions,
    ...instantsOf(record.createdAt),
    ...origin(context, record.source.id),
  }
  await createRow(context.companyId, MACROS, row, {
    writes: [ledgerFor(context, record.kind, record.source.id, row.id)],
  })
  const left = made.filter(({ here }) => !here)
  const changes = left.map(({ action }) => ({ reason: 'actionLeft' as const, detail: action.type }))
  return { outcome: 'taken', ...(changes.length > 0 ? { changes } : {}) }
}

/** Returns an action with the ids of here; undefined if what it names is not here. */
function actionOf({ tags, queues, users }: WriteContext, action: ImportedAction): Action | undefined {
  switch (action.type) {
    case 'tag':
    case 'untag': {
      const tag = tags.get(action.tagId)
      return tag && { type: action.type, tagId: tag.id }
    }
    case 'queue': {
      const queue = queues.get(action.queueId)
      return queue && { type: 'queue', queueId: queue.id }
    }
    case 'assign': {
      if (action.userId === null) return { type: 'assign' }
      const user = users.get(action.userId)
      return user && { type: 'assign', userId: user.id }
    }
    case 'resolve':
      return { type: 'resolve', farewell: true }
    default:
      return action
  }
}
