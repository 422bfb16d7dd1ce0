import type { Job } from '@balcao/shared/entities/job.ts'
import { signedLink } from '../../integrations/storage.ts'
import { instant } from '../instant.ts'
import { firstState, isCancelable, type JobRow } from './job.ts'

/** A job as it leaves: its file becomes a signed link while it is offered. */
export async function toWireJob(job: JobRow): Promise<Job> {
  const { file } = job
  return {
    id: job.id,
    kind: job.kind,
    status: job.status,
    done: job.done,
    total: job.total,
    result: file && {
      file: {
        name: file.name,
        url:
          file.until > Date.now() ? await signedLink(file.key, { mimetype: file.mimetype, fileName: file.name }) : null,
        until: instant(file.until),
      },
    },
    error: job.error,
    subject: job.subject,
    cancelable: isCancelable(job.kind),
    repeatable: firstState(job) !== undefined,
    user: job.user,
    createdAt: instant(job.createdAt),
    updatedAt: instant(job.updatedAt),
  }
}
