/**
 * Runs of lists of actions, one row each: how far a run came, what each action did, and what takes
 * it back. The step of an action is written in the action's own transaction, so that a run that
 * was cut off goes on behind the last action that took effect, and nothing is done twice.
 */
import type { Action } from '@balcao/shared/entities/macro.ts'
import type { TicketStatus } from '@balcao/shared/entities/ticket.ts'
import { z } from 'zod'
import { defineRow, type RowOf } from '../table/define-row.ts'
import { put, transact, update, type Write, WriteConflict } from '../table/transact.ts'

/** Status, attendant and queue of a ticket. */
export type Place = { status: TicketStatus; userId: string | null; queueId: string | null }

/** Facts that taking an action back needs; times are epoch ms. */
export type Undo =
  | { type: 'place'; before: Place; after: Place; farewellAt?: number }
  | { type: 'priority'; before: Priority; after: Priority }
  | { type: 'tags'; added: string[]; removed: string[] }
  | { type: 'snooze'; before: number | null; after: number }
  | { type: 'note'; noteId: string }
type Priority = Extract<Action, { type: 'priority' }>['priority']

/** Action that was carried out or refused. */
export type Step = { type: Action['type']; error?: string; undo?: Undo }

/** Time for which a run answers a repeated call, seconds. */
const KEPT_SECONDS = 86_400

const ACTION_RUNS = defineRow({
  kind: 'actionRun',
  key: { pk: '${companyId}#action-run#${key}', sk: 'run' },
  content: z.object({
    companyId: z.string(),
    key: z.string(),
    /** Id of the list, such as a macro. */
    listId: z.string(),
    ticketId: z.string(),
    /** Actions as they were when the run began. */
    actions: z.custom<Action[]>(),
    steps: z.custom<Step[]>(),
    /** Number of steps, for their condition. */
    done: z.number(),
    /** Epoch ms. */
    startedAt: z.number(),
    /** Time at which somebody began to take it back, epoch ms. */
    undoneAt: z.number().optional(),
    /** Epoch seconds. */
    expiresAt: z.number(),
  }),
})
export type ActionRun = RowOf<typeof ACTION_RUNS>

type NewRun = Pick<ActionRun, 'companyId' | 'key' | 'listId' | 'ticketId' | 'actions'>

/**
 * Begins a run, or returns the one that has this key. Costs 1 write, and 1 read for a repetition.
 */
export async function beginRun(given: NewRun, now = Date.now()): Promise<ActionRun> {
  const known = await getRun(given.companyId, given.key)
  if (known) return known
  const row = { ...given, steps: [], done: 0, startedAt: now, expiresAt: Math.ceil(now / 1000) + KEPT_SECONDS }
  try {
    await transact([put('run', ACTION_RUNS.create(row))])
    return row
  } catch (error) {
    if (!(error instanceof WriteConflict)) throw error
    const other = await getRun(given.companyId, given.key)
    if (!other) throw error
    return other
  }
}

/** Reads a run, consistent; one that has expired does not exist. */
export async function getRun(companyId: string, key: string, now = Date.now()): Promise<ActionRun | undefined> {
  const row = await ACTION_RUNS.get({ companyId, key }, { consistent: true })
  return row && row.expiresAt * 1000 > now ? row : undefined
}

/**
 * Returns the write, labelled `step`, of a run's next step; refused if another process wrote it.
 */
export const stepWrite = ({ companyId, key, steps }: ActionRun, step: Step): Write =>
  update(
    'step',
    ACTION_RUNS.change(
      { companyId, key },
      { set: { steps: [...steps, step], done: steps.length + 1 }, when: is => [is.equal('done', steps.length)] },
    ),
  )

/** Claims a run to take it back; returns false if somebody did before. */
export async function claimUndo({ companyId, key }: ActionRun, now = Date.now()): Promise<boolean> {
  const change = ACTION_RUNS.change({ companyId, key }, { set: { undoneAt: now }, when: is => [is.absent('undoneAt')] })
  try {
    await transact([update('undo', change)])
    return true
  } catch (error) {
    if (error instanceof WriteConflict) return false
    throw error
  }
}
