import { AppError } from '@balcao/shared/errors.ts'
import { companyKey } from '../../../data/automation/ai-settings.ts'
import { liveJob } from '../../../data/jobs/job.ts'
import { requireUser } from '../../../data/team/user.ts'
import { beginEmbeddingJob } from '../../../messaging/begin-embedding.ts'
import type { Operations } from '../operations.ts'

/** Begins the job that embeds every document again, or returns the one under way. */
export const beginEmbedding: Operations['knowledge']['embed'] = async ({ companyId, actor }) => {
  const [user, key, live] = await Promise.all([
    requireUser(companyId, actor.userId),
    companyKey(companyId),
    liveJob(companyId, null, 'knowledgeEmbed'),
  ])
  if (!key) throw new AppError('ERR_PROMPT_KEY_MISSING')
  if (live) return { jobId: live.id }
  const job = await beginEmbeddingJob(companyId, { id: user.id, name: user.name })
  return { jobId: job.id }
}
