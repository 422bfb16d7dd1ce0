import type { UserRef } from '@balcao/shared/entities/user.ts'
import { embeddingModel } from '../data/automation/embedding-model.ts'
import { type JobRow, newJob } from '../data/jobs/job.ts'
import { transact, WriteConflict } from '../data/table/transact.ts'
import { beginJob } from './begin-job.ts'

/**
 * Begins the job that embeds the passages of one document, or of all. With an `id` made of what it
 * follows, a second call begins no second job.
 */
export async function beginEmbeddingJob(
  companyId: string,
  user: UserRef,
  { documentId = null, id }: { documentId?: string | null; id?: string } = {},
): Promise<JobRow> {
  const { job, writes } = newJob(companyId, {
    kind: 'knowledgeEmbed',
    user,
    listed: documentId === null,
    ...(id ? { id } : {}),
    state: { documentId, after: null, current: null, model: await embeddingModel(companyId) },
  })
  try {
    await transact(writes)
  } catch (error) {
    if (error instanceof WriteConflict && error.label === 'job') return job
    throw error
  }
  await beginJob(job)
  return job
}
