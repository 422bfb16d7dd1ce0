import { storeKeptFile } from '../../kept-file.ts'
import type { Operations } from '../operations.ts'
import { changeAndPublish, requireOwn } from './own-quick-message.ts'

/** Replaces the file of a quick message. */
export const uploadQuickMessageMedia: Operations['quickMessages']['uploadMedia'] = async (ctx, { params, files }) => {
  const row = await requireOwn(ctx, params.id)
  return changeAndPublish(ctx, row, { media: await storeKeptFile(ctx.companyId, files) })
}

export const removeQuickMessageMedia: Operations['quickMessages']['removeMedia'] = async (ctx, { params }) =>
  changeAndPublish(ctx, await requireOwn(ctx, params.id), { media: null })
