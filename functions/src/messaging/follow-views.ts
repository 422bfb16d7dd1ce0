import { getSettings } from '../data/company/setting.ts'
import type { Write } from '../data/table/transact.ts'
import { timerWrite } from '../data/timers/timer.ts'
import type { ViewRow } from '../data/views/view.ts'
import { indexesOf } from '../data/views/view-index.ts'
import { enqueueJob } from './enqueue.ts'

/** Time (ms) after which an index is looked at, if the message about it did not arrive. */
const OVERDUE_MS = 120_000

/**
 * Returns the writes, for the transaction that changes views, by which the indexes that these no
 * longer need, or wait for, are brought up to date: by a message right after it, and by a timer for
 * the case that the message was lost. Asking once too often does no harm.
 */
export async function followViews(
  companyId: string,
  before: readonly ViewRow[],
  after: readonly ViewRow[],
): Promise<Write[]> {
  const { timezone } = await getSettings(companyId)
  const idsOf = (views: readonly ViewRow[]) => indexesOf(views, timezone).map(({ id }) => id)
  const needed = idsOf(after)
  const left = idsOf(before).filter(id => !needed.includes(id))
  const waiting = idsOf(after.filter(({ ready }) => !ready))
  return [...left, ...waiting].map(view => ({
    ...timerWrite({ type: 'followView', companyId, view, dueAt: Date.now() + OVERDUE_MS }),
    after: () => enqueueJob({ type: 'fillView', companyId, view }),
  }))
}
