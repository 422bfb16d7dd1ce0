import { getSchedule, scheduleChange } from '../data/content/schedule.ts'
import { retryUntilWritten, transact } from '../data/table/transact.ts'
import type { MessageRow } from '../data/tickets/message-row.ts'
import { publishSchedule } from './publish-schedule.ts'

/**
 * Updates the scheduled message of a message that failed, or was retried, after it was written into
 * its ticket: after a failure it counts as not sent, after a retry as sent. A scheduled message
 * that was given another time meanwhile is no longer this one.
 */
export async function followSchedule(message: MessageRow): Promise<void> {
  const { companyId, scheduleId, error } = message
  if (!scheduleId) return
  const status = error ? 'ERRO' : 'ENVIADA'
  await retryUntilWritten(async () => {
    const schedule = await getSchedule(companyId, scheduleId, true)
    if (schedule?.sentAs !== message.whatsappMessageId) return
    if (schedule.status === status && schedule.reason === error) return
    const { schedule: after, write } = scheduleChange(schedule, { status, reason: error })
    await transact([write])
    await publishSchedule(after, 'update')
  })
}
