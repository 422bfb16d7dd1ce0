import { AppError } from '@balcao/shared/errors.ts'
import { createApiToken as create } from '../../../data/company/api-token.ts'
import { requireUser } from '../../../data/team/user.ts'
import { refuseSupport } from '../../account/refuse-support.ts'
import type { Operations } from '../operations.ts'

/** Makes a token of the public API. It is shown here once; only its digest is stored. */
export const createApiToken: Operations['apiTokens']['create'] = async (ctx, { body }) => {
  refuseSupport(ctx.actor)
  const until = body.expiresAt === null ? null : Date.parse(body.expiresAt)
  if (until !== null && until <= Date.now()) throw new AppError('ERR_API_TOKEN_EXPIRY')
  const madeBy = await requireUser(ctx.companyId, ctx.actor.userId)
  const { token, row } = await create(ctx.companyId, madeBy, { ...body, until })
  return { ...row, token }
}
