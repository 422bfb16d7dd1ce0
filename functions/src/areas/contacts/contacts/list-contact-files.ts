import type { ContactFile } from '@balcao/shared/entities/contact-page.ts'
import { timeOfId } from '@balcao/shared/ids.ts'
import { requireContact } from '../../../data/contacts/contact.ts'
import { instant } from '../../../data/instant.ts'
import { pageOf } from '../../../data/table/page.ts'
import { contactFiles } from '../../../data/tickets/contact-files.ts'
import type { MessageRow } from '../../../data/tickets/message-row.ts'
import { signedLink } from '../../../integrations/storage.ts'
import { callerOf } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'

export const listContactFiles: Operations['contacts']['files'] = async (ctx, { params: { id }, query }) => {
  const { companyId } = ctx
  const [{ viewer }] = await Promise.all([callerOf(ctx), requireContact(companyId, id)])
  const list = `contact-files|${id}|${viewer.userId}`
  const { rows, ...page } = await pageOf(companyId, list, contactFiles(companyId, id, viewer), query)
  return { ...page, files: (await Promise.all(rows.map(shown))).flatMap(file => file ?? []) }
}

async function shown(message: MessageRow): Promise<ContactFile | undefined> {
  const { media } = message
  if (!media?.key || message.isDeleted) return undefined
  return {
    id: message.id,
    ticketId: message.ticketId,
    mediaType: message.mediaType,
    fileName: media.fileName ?? '',
    mimetype: media.mimetype,
    size: media.size ?? 0,
    fromMe: message.fromMe,
    url: await signedLink(media.key, { mimetype: media.mimetype, fileName: media.fileName }),
    createdAt: instant(timeOfId(message.id)),
  }
}
