import { externalMessage } from '../../../data/automation/webhook-event.ts'
import { pageOfMessages } from '../../../data/tickets/message.ts'
import { signedLink } from '../../../integrations/storage.ts'
import type { Operations } from '../operations.ts'
import { requireOwnTicket } from './require-own-ticket.ts'

export const listExternalMessages: Operations['external']['messages'] = async (ctx, { query }) => {
  const { ticketId, ...options } = query
  const [{ rows, hasMore, nextCursor }] = await Promise.all([
    pageOfMessages(ctx.companyId, ticketId, options),
    requireOwnTicket(ctx, ticketId),
  ])
  const messages = await Promise.all(
    rows.map(async row => {
      const { media, isDeleted } = row
      const isThere = !isDeleted && media?.key
      const mediaUrl = isThere
        ? await signedLink(isThere, { mimetype: media.mimetype, fileName: media.fileName })
        : null
      return { ...externalMessage(row), mediaUrl }
    }),
  )
  return { messages, hasMore, nextCursor }
}
