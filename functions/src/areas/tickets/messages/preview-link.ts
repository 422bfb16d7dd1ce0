import { AppError } from '@balcao/shared/errors.ts'
import { getSettings } from '../../../data/company/setting.ts'
import { countPageFetch, getPagePreview } from '../../../data/tickets/link-preview.ts'
import { toWireMessage } from '../../../data/tickets/wire.ts'
import { enqueueLinkPreview } from '../../../messaging/enqueue.ts'
import { linkToPreview } from '../../../messaging/link-to-preview.ts'
import type { Operations } from '../operations.ts'
import { visibleMessage } from './own-message.ts'

/**
 * Begins to fetch the preview of a message's first link. A message that has one, needs none or has
 * no such link is returned as it is.
 */
export const previewLink: Operations['messages']['previewLink'] = async (ctx, { params }) => {
  const { companyId } = ctx
  const { message, ticket } = await visibleMessage(ctx, params.id)
  const link = linkToPreview(message)
  if (link && (await getSettings(companyId)).linkPreviews === 'enabled') {
    const isKnown = (await getPagePreview(companyId, link.url)) !== undefined
    if (!isKnown && !(await countPageFetch(companyId))) throw new AppError('ERR_TOO_MANY_REQUESTS')
    await enqueueLinkPreview({ type: 'previewLink', companyId, messageId: message.id })
  }
  return toWireMessage(message, ticket)
}
