import type { Timer } from '@balcao/shared/events/queues.ts'
import { rehomeCampaign } from '../../campaigns/rehome-campaign.ts'
import { campaignsNeeding } from '../../data/campaigns/campaign.ts'
import { presentConnection } from '../../data/channels/present-connection.ts'
import { getWhatsapp } from '../../data/channels/whatsapp.ts'
import { getSchedule, pendingOver, type ScheduleRow, scheduleChange } from '../../data/content/schedule.ts'
import { rowExists } from '../../data/table/small-list.ts'
import { transact, untilWritten } from '../../data/table/transact.ts'
import { enqueueTimer } from '../../messaging/enqueue.ts'
import { tellSchedule } from '../../messaging/tell-schedule.ts'

/** Maximum time of one message in ms, counted once something was changed; another message goes on with the rest. */
const WORK_MS = 10_000

/**
 * Looks after what hangs on a connection that was deleted, also what was made while it was: campaigns and scheduled messages go to the
 * connection that goes on for it, or stop with the reason. May run again, and beside itself.
 */
export async function rehomeConnection(timer: Extract<Timer, { type: 'rehome' }>, workMs = WORK_MS): Promise<void> {
  const { companyId, connectionId } = timer
  const until = Date.now() + workMs
  let changes = 0
  // Each message changes something: one that only reads up to its end would hand on the same work for ever.
  const isOver = () => changes > 0 && Date.now() > until
  // Never of a connection that is there.
  if (await getWhatsapp(companyId, connectionId, true)) return
  for (const id of await campaignsNeeding(companyId, 'whatsapp', connectionId)) {
    if (isOver()) return enqueueTimer(timer)
    if (await rehomeCampaign(companyId, id)) changes += 1
  }
  for await (const { id } of pendingOver(companyId, connectionId)) {
    if (isOver()) return enqueueTimer(timer)
    const changed = await untilWritten(async () => {
      const before = await getSchedule(companyId, id, true)
      return before?.status === 'PENDENTE' && before.whatsappId === connectionId ? rehomeSchedule(before) : undefined
    })
    if (!changed) continue
    changes += 1
    await tellSchedule(changed, 'update')
  }
}

/** A schedule that fails keeps its recurrence, for whoever gives it another connection. */
async function rehomeSchedule(before: ScheduleRow): Promise<ScheduleRow> {
  const { companyId, whatsappId } = before
  const connection = await presentConnection(companyId, whatsappId!)
  const { schedule, write } = scheduleChange(
    before,
    connection ? { whatsappId: connection.id, reason: null } : { status: 'ERRO', reason: 'ERR_NO_WAPP_FOUND' },
  )
  await transact([write, ...(connection ? [rowExists(companyId, 'whatsapp', connection.id)] : [])])
  return schedule
}
