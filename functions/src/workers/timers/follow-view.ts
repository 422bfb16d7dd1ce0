import type { Timer } from '@balcao/shared/events/queues.ts'
import { getSettings } from '../../data/company/setting.ts'
import { everyRow } from '../../data/table/small-list.ts'
import { VIEWS } from '../../data/views/view.ts'
import { indexesOf } from '../../data/views/view-index.ts'
import { enqueueJob } from '../../messaging/enqueue.ts'

/** Has the index of a view filled, or emptied, if the message about its change did not arrive. */
export async function followView({ companyId, view }: Extract<Timer, { type: 'followView' }>): Promise<void> {
  const [views, { timezone }] = await Promise.all([
    everyRow(companyId, VIEWS, { consistent: true }),
    getSettings(companyId),
  ])
  const index = indexesOf(views, timezone).find(({ id }) => id === view)
  if (!index?.ready) await enqueueJob({ type: 'fillView', companyId, view })
}
