import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { getSettings } from '../../data/company/setting.ts'
import { everyRow, sideChange } from '../../data/table/small-list.ts'
import { transact, update, WriteConflict } from '../../data/table/transact.ts'
import { fillIndex } from '../../data/views/fill-index.ts'
import { VIEWS, type ViewRow } from '../../data/views/view.ts'
import { indexOf } from '../../data/views/view-index.ts'
import { enqueueJob } from '../../messaging/enqueue.ts'
import { publishRow } from '../../messaging/publish-row.ts'
import { viewAudience } from '../../messaging/view-audience.ts'

/** Time (ms) for which one message works; the rest goes into another one. */
const STEP_MS = 20_000

/**
 * Seconds until the second run: work that read the company's configuration before the change has
 * ended by then.
 */
const AGAIN_SECONDS = 120

/** Carries out a part of `fillView`; the views of a complete index become ready. */
export async function fillView(job: JobMessage & { type: 'fillView' }): Promise<void> {
  const { companyId, view, from, again } = job
  const place = await fillIndex(companyId, view, from, STEP_MS)
  if (place) return enqueueJob({ ...job, from: place })
  await Promise.all((await waitingFor(companyId, view)).map(row => markReady(companyId, row)))
  if (!again) await enqueueJob({ type: 'fillView', companyId, view, again: true }, AGAIN_SECONDS)
}

async function waitingFor(companyId: string, view: string): Promise<ViewRow[]> {
  const [rows, { timezone }] = await Promise.all([
    everyRow(companyId, VIEWS, { consistent: true }),
    getSettings(companyId),
  ])
  return rows.filter(row => !row.ready && indexOf(row, timezone)?.id === view)
}

async function markReady(companyId: string, row: ViewRow): Promise<void> {
  const ready = sideChange(companyId, VIEWS, row.id, {
    set: { ready: true },
    // Somebody changed it meanwhile: its filter may be another one, for which the next run works.
    when: is => [is.equal('updatedAt', row.updatedAt)],
  })
  try {
    await transact([update('view', ready)])
  } catch (error) {
    if (error instanceof WriteConflict) return
    throw error
  }
  await publishRow(companyId, 'view', 'update', { ...row, ready: true }, viewAudience(row))
}
