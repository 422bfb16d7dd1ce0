import { getSettings } from '../data/company/setting.ts'
import type { ViewRow } from '../data/views/view.ts'
import { indexesOf } from '../data/views/view-index.ts'
import { enqueueJob } from './enqueue.ts'

/**
 * Requests that the indexes which views no longer need, or need anew, are brought up to date; call
 * after the change of the views. Asking once too often does no harm.
 */
export async function followViews(
  companyId: string,
  before: readonly ViewRow[],
  after: readonly ViewRow[],
): Promise<void> {
  if (before.length + after.length === 0) return
  const { timezone } = await getSettings(companyId)
  const [from, to] = [before, after].map(views => indexesOf(views, timezone).map(({ id }) => id))
  const changed = [...from!.filter(id => !to!.includes(id)), ...to!.filter(id => !from!.includes(id))]
  await Promise.all(changed.map(view => enqueueJob({ type: 'fillView', companyId, view })))
}
