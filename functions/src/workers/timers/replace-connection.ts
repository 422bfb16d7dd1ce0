import type { Timer } from '@balcao/shared/events/queues.ts'
import { replaceCampaignConnection } from '../../campaigns/replace-campaign-connection.ts'
import { campaignsNeeding } from '../../data/campaigns/campaign.ts'
import { currentConnection } from '../../data/channels/current-connection.ts'
import { getWhatsapp, whatsappExists } from '../../data/channels/whatsapp.ts'
import { getSchedule, pendingOver, type ScheduleRow, scheduleChange } from '../../data/content/schedule.ts'
import { retryUntilWritten, transact } from '../../data/table/transact.ts'
import { enqueueTimer } from '../../messaging/enqueue.ts'
import { publishSchedule } from '../../messaging/publish-schedule.ts'

/**
 * Maximum time of one message in ms, counted once something was changed; another message continues
 * with the rest.
 */
const WORK_MS = 10_000

/**
 * Moves the campaigns and scheduled messages of a deleted connection, also those created meanwhile,
 * to its replacement, or stops them with the reason. Idempotent, also when it runs twice at once.
 */
export async function replaceConnection(timer: Extract<Timer, { type: 'rehome' }>, workMs = WORK_MS): Promise<void> {
  const { companyId, connectionId } = timer
  const until = Date.now() + workMs
  let changes = 0
  // Each message must change something: one that only reads up to its end would pass on the same
  // work for ever.
  const isOver = () => changes > 0 && Date.now() > until
  // Never moves those of an existing connection.
  if (await getWhatsapp(companyId, connectionId, true)) return
  for (const id of await campaignsNeeding(companyId, 'whatsapp', connectionId)) {
    if (isOver()) return enqueueTimer(timer)
    if (await replaceCampaignConnection(companyId, id)) changes += 1
  }
  for await (const { id } of pendingOver(companyId, connectionId)) {
    if (isOver()) return enqueueTimer(timer)
    const changed = await retryUntilWritten(async () => {
      const before = await getSchedule(companyId, id, true)
      return before?.status === 'PENDENTE' && before.whatsappId === connectionId
        ? replaceScheduleConnection(before)
        : undefined
    })
    if (!changed) continue
    changes += 1
    await publishSchedule(changed, 'update')
  }
}

/** A schedule that fails keeps its recurrence, for a person who gives it another connection. */
async function replaceScheduleConnection(before: ScheduleRow): Promise<ScheduleRow> {
  const { companyId, whatsappId } = before
  const connection = await currentConnection(companyId, whatsappId!)
  const { schedule, write } = scheduleChange(
    before,
    connection ? { whatsappId: connection.id, reason: null } : { status: 'ERRO', reason: 'ERR_NO_WAPP_FOUND' },
  )
  await transact([write, ...(connection ? [whatsappExists(companyId, connection.id)] : [])])
  return schedule
}
