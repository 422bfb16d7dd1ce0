import { AppError } from '@balcao/shared/errors.ts'
import { saveTextDraft as save } from '../../../data/tickets/text-draft.ts'
import { publish } from '../../../realtime/publish.ts'
import { visibleTicket } from '../caller.ts'
import type { Operations } from '../operations.ts'

/** Saves a begun text and publishes it to the user's tabs. A support session leaves the admin's. */
export const saveTextDraft: Operations['textDrafts']['save'] = async (ctx, { params, body }) => {
  const { companyId, actor } = ctx
  if (actor.support) throw new AppError('ERR_NO_PERMISSION')
  const { ticketId, kind } = params
  // A text that was sent goes, although its ticket may be out of sight by now.
  if (body.text !== '') await visibleTicket(ctx, ticketId)
  const { draft, isChanged } = await save({ companyId, userId: actor.userId, ticketId, kind }, body)
  if (isChanged) await publish(companyId, 'textDraft', { action: 'update', draft }, { userIds: [actor.userId] })
  return draft
}
