import type { Job, JobResult } from '@balcao/shared/entities/job.ts'
import { signedLink } from '../../integrations/storage.ts'
import { instant } from '../instant.ts'
import { firstState, isCancelable, type JobFile, type JobRow } from './job.ts'

/** Returns a job in wire form; its file becomes a signed link while it is available. */
export async function toWireJob(job: JobRow): Promise<Job> {
  return {
    id: job.id,
    kind: job.kind,
    status: job.status,
    done: job.done,
    total: job.total,
    result: await toWireResult(job),
    error: job.error,
    subject: job.subject,
    cancelable: isCancelable(job.kind),
    repeatable: firstState(job) !== undefined,
    user: job.user,
    createdAt: instant(job.createdAt),
    updatedAt: instant(job.updatedAt),
  }
}

async function toWireResult({ file, outcome }: JobRow): Promise<JobResult | null> {
  if (!file && !outcome) return null
  return { file: file && (await toWireFile(file)), ...outcome }
}

async function toWireFile({ key, name, mimetype, until }: JobFile): Promise<JobResult['file']> {
  const url = until > Date.now() ? await signedLink(key, { mimetype, fileName: name }) : null
  return { name, url, until: instant(until) }
}
