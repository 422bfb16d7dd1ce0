import { type Access, mayAccess } from '@balcao/shared/access.ts'
import type { JobKind } from '@balcao/shared/entities/job.ts'
import { isEnded } from '@balcao/shared/entities/job.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { firstState } from '../../../data/jobs/job.ts'
import { refuseSupport } from '../../account/refuse-support.ts'
import { beginExport } from '../../begin-export.ts'
import { type Jobs, visibleJob } from './visible-job.ts'

/** Access needed to request a job of these kinds in the first place. */
const ASKED_BY: Partial<Record<JobKind, Access>> = {
  contactsExport: 'supervisor',
  ticketReport: 'admin',
  teamReport: 'admin',
  contactListExport: 'admin',
  numberCheck: 'admin',
  phoneImport: 'supervisor',
  campaignExport: 'admin',
  companyExport: 'admin',
  auditExport: 'admin',
  productsExport: 'catalog',
  ordersExport: 'supervisor',
  customersExport: 'supervisor',
}

/**
 * Begins an ended job anew, as the caller's, from its original request; the old one stays as it
 * ended.
 */
export const repeatJob: Jobs['repeat'] = async (ctx, { params: { id } }) => {
  const job = await visibleJob(ctx, id)
  const state = firstState(job)
  if (!state || !isEnded(job.status)) throw new AppError('ERR_CONFLICT')
  // Roles change.
  if (!mayAccess(ASKED_BY[job.kind] ?? 'super', ctx.actor)) throw new AppError('ERR_NO_PERMISSION')
  if (job.kind === 'companyExport') refuseSupport(ctx.actor)
  return beginExport(ctx.companyId, ctx.actor.userId, { kind: job.kind, subject: job.subject, state })
}
