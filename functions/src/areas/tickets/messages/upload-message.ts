import { MEDIA_LIMITS } from '@balcao/shared/api/tickets/messages.ts'
import { uploadForm } from '../../../integrations/storage.ts'
import { requireMedia } from '../../../messaging/require-media.ts'
import { assertSize, kindOf } from '../../media-kind.ts'
import { preparedKey } from '../../store-upload.ts'
import { requireWritable, visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/** Prepares the upload of a file; S3 itself refuses one above the limit of its kind. */
export const uploadMessage: Operations['messages']['upload'] = async (ctx, { params, body }) => {
  const { ticket } = await visibleTicket(ctx, params.ticketId)
  requireWritable(ticket)
  const kind = kindOf(body.mimetype, body.fileName)
  assertSize(kind, body.size)
  await requireMedia(ctx.companyId, ticket.whatsapp.id, [{ kind, mimetype: body.mimetype, size: body.size }])
  const key = preparedKey(ctx.companyId, ticket.id)
  return { key, ...(await uploadForm(key, body.mimetype, MEDIA_LIMITS[kind])) }
}
