import { AppError } from '@balcao/shared/errors.ts'
import { deleteQuickMessage } from '../../../data/content/quick-message.ts'
import { publishRowDeleted } from '../../../messaging/publish-row.ts'
import type { Operations } from '../operations.ts'
import { audienceOf, requireOwn } from './own-quick-message.ts'

/** Deletes a quick message; one that is gone, or that the caller never saw, is no error. */
export const removeQuickMessage: Operations['quickMessages']['remove'] = async (ctx, { params: { id } }) => {
  const row = await requireOwn(ctx, id).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'ERR_NO_QUICK_MESSAGE_FOUND') return undefined
    throw error
  })
  if (!row || !(await deleteQuickMessage(ctx.companyId, row))) return
  ctx.audit({ name: row.shortcode })
  await publishRowDeleted(ctx.companyId, 'quickMessage', id, audienceOf(row))
}
