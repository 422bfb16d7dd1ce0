import { AppError } from '@balcao/shared/errors.ts'
import { requireCompany } from '../../../data/company/company.ts'
import { normalizeName } from '../../../data/table/normalize.ts'
import type { Operations } from '../operations.ts'
import { startCompanyRemoval } from '../start-company-removal.ts'
import { closeCompany } from './close-company.ts'

/** Deletes a company. Its own log is deleted with it, so the operator's log records who did it. */
export const removeCompany: Operations['companies']['remove'] = async (ctx, { params: { id }, query }) => {
  const company = await requireCompany(id)
  if (normalizeName(query.name) !== normalizeName(company.name)) throw new AppError('ERR_CONFIRMATION_MISMATCH')
  const started = await startCompanyRemoval(ctx.actor, company)
  await closeCompany(id)
  ctx.audit({ subjectId: id, name: company.name })
  return started
}
