import { randomBytes } from 'node:crypto'
import { AppError } from '@balcao/shared/errors.ts'
import { replaceCompanyToken as replace } from '../../../data/channels/whatsapp.ts'
import { requireCompany } from '../../../data/company/company.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { refuseSupport } from '../../account/refuse-support.ts'
import type { Operations } from '../operations.ts'

/**
 * Replaces a company's token. It is shown here once; only its digest is stored. Only the company's
 * own admins get it.
 */
export const replaceCompanyToken: Operations['companies']['replaceToken'] = async (ctx, { params: { id } }) => {
  refuseSupport(ctx.actor)
  if (id !== ctx.companyId) throw new AppError('ERR_NO_COMPANY_FOUND')
  const token = randomBytes(32).toString('base64url')
  await replace(id, token)
  await enqueueJob({ type: 'makeUsageKey', companyId: id })
  ctx.audit({ name: (await requireCompany(id)).name })
  return { token }
}
