import type { JobMessage } from '@balcao/shared/events/queues.ts'
import { removeRuns } from '../../data/rules/rule-run.ts'
import { enqueueJob } from '../../messaging/enqueue.ts'

/** Seconds after which every process has read the rules anew. */
const AGAIN_SECONDS = 120

/**
 * Removes the log of a deleted rule: nobody can read it any more, and no erasure of a contact would
 * find it. Idempotent.
 */
export async function removeRuleLog(job: Extract<JobMessage, { type: 'removeRuleLog' }>): Promise<void> {
  const { companyId, ruleId, again } = job
  await removeRuns(companyId, ruleId)
  if (!again) await enqueueJob({ type: 'removeRuleLog', companyId, ruleId, again: true }, AGAIN_SECONDS)
}
