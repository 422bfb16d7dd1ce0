import { z } from 'zod'
import { Id, IdParams, listQuery, page } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { Job } from '../../entities/job.ts'

/**
 * Jobs. Users see those they requested, admins those of the company. The job of another user is
 * answered like a missing one.
 */
export const jobs = {
  list: route({
    method: 'GET',
    path: '/jobs',
    summary: 'Long work under way and of the last 30 days, newest first',
    access: 'user',
    query: z.object(listQuery).omit({ searchParam: true }),
    response: z.object({ jobs: z.array(Job), ...page }),
    errors: ['ERR_INVALID_CURSOR'],
  }),
  get: route({
    method: 'GET',
    path: '/jobs/{id}',
    summary: 'A job',
    access: 'user',
    params: IdParams,
    response: Job,
    errors: ['ERR_NO_JOB_FOUND'],
  }),
  /**
   * Makes a new job of the caller with the earlier one's parameters. While a job of theirs with the
   * same ones is under way, that one is answered.
   */
  repeat: route({
    method: 'POST',
    path: '/jobs/{id}/repeat',
    summary: 'Ask again for what a job that has ended was to make',
    access: 'user',
    params: IdParams,
    response: z.object({ jobId: Id }),
    status: 202,
    errors: ['ERR_NO_JOB_FOUND', 'ERR_CONFLICT', 'ERR_PLAN_FEATURE'],
  }),
  /** Answers the job after the call: one that ended before stays as it ended. */
  cancel: route({
    method: 'DELETE',
    path: '/jobs/{id}',
    summary: 'Cancel a job; it stops after the step it is at',
    access: 'user',
    params: IdParams,
    response: Job,
    errors: ['ERR_NO_JOB_FOUND', 'ERR_JOB_NOT_CANCELABLE', 'ERR_CONFLICT'],
  }),
}
