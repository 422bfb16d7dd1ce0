import { mayAccess } from '@balcao/shared/access.ts'
import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { products } from '@balcao/shared/api/catalog/products.ts'
import { audit } from '@balcao/shared/api/company/audit.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { customers } from '@balcao/shared/api/customers/customers.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { teamReport } from '@balcao/shared/api/reports/team-report.ts'
import { ticketreport } from '@balcao/shared/api/reports/ticketreport.ts'
import type { Route } from '@balcao/shared/api-contract/route.ts'
import type { JobKind } from '@balcao/shared/entities/job.ts'
import { isEnded } from '@balcao/shared/entities/job.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { firstState } from '../../../data/jobs/job.ts'
import { requireFeature } from '../../../http/authorize.ts'
import { refuseSupport } from '../../account/refuse-support.ts'
import { beginExport } from '../../begin-export.ts'
import { type Jobs, visibleJob } from './visible-job.ts'

/** Routes by which jobs of these kinds are requested in the first place. */
const ASKED_BY: Partial<Record<JobKind, Pick<Route, 'access' | 'plan' | 'audit'>>> = {
  contactsExport: contacts.export,
  ticketReport: ticketreport.export,
  teamReport: teamReport.export,
  contactListExport: contactLists.export,
  numberCheck: contactLists.check,
  phoneImport: contacts.import,
  campaignExport: campaigns.export,
  companyExport: companies.export,
  auditExport: audit.export,
  productsExport: products.export,
  ordersExport: budgets.export,
  customersExport: customers.export,
}

/**
 * Begins an ended job anew, as the caller's, from its original request; the old one stays as it
 * ended. It requires the access and the plan of the original request, and is logged as that is.
 */
export const repeatJob: Jobs['repeat'] = async (ctx, { params: { id } }) => {
  const job = await visibleJob(ctx, id)
  const state = firstState(job)
  if (!state || !isEnded(job.status)) throw new AppError('ERR_CONFLICT')
  // Roles and plans change.
  const asked = ASKED_BY[job.kind]
  if (!asked || !mayAccess(asked.access, ctx.actor)) throw new AppError('ERR_NO_PERMISSION')
  await requireFeature(ctx.companyId, asked)
  if (job.kind === 'companyExport') refuseSupport(ctx.actor)
  if (asked.audit) ctx.audit({ action: asked.audit, subjectId: subjectOf(state), name: job.subject || undefined })
  return beginExport(ctx.companyId, ctx.actor.userId, { kind: job.kind, subject: job.subject, state })
}

/** Returns the row whose content a job exports; null where it is not one row's. */
function subjectOf(state: object): string | null {
  if ('contactListId' in state && typeof state.contactListId === 'string') return state.contactListId
  return 'campaignId' in state && typeof state.campaignId === 'string' ? state.campaignId : null
}
