import { mayAccess } from '@balcao/shared/access.ts'
import type { QuickMessage } from '@balcao/shared/entities/quick-message.ts'
import { AppError } from '@balcao/shared/errors.ts'
import {
  changeQuickMessage,
  type QuickMessageChanges,
  type QuickMessageRow,
  requireVisibleQuickMessage,
} from '../../../data/content/quick-message.ts'
import type { UserContext } from '../../../http/context.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { showKeptFile } from '../../../messaging/show-kept-file.ts'
import type { Audience } from '../../../realtime/recipients.ts'
import { callerOf } from '../../tickets/caller.ts'

/** Returns the wire form of a quick message. */
export const shown = async (row: QuickMessageRow): Promise<QuickMessage> => ({
  ...(await showKeptFile(row)),
  isMedia: row.media !== null,
})

/**
 * Requires an admin to create, change or withdraw a quick message of the company.
 * @throws ERR_NO_PERMISSION
 */
export function assertMayHave(geral: boolean, { actor }: UserContext): void {
  if (geral && !mayAccess('admin', actor)) throw new AppError('ERR_NO_PERMISSION')
}

/**
 * Returns a quick message that the caller may change.
 * @throws ERR_NO_QUICK_MESSAGE_FOUND for one they do not see, ERR_NO_PERMISSION
 */
export async function requireOwn(ctx: UserContext, id: string): Promise<QuickMessageRow> {
  const row = await requireVisibleQuickMessage(ctx.companyId, id, (await callerOf(ctx)).viewer)
  assertMayHave(row.geral, ctx)
  return row
}

/**
 * Returns the audience of a quick message: its author, or everyone when it is, or was just now, the
 * company's.
 */
export const audienceOf = (row: QuickMessageRow, isForAll = row.geral): Audience =>
  isForAll ? {} : { userIds: [row.userId] }

/**
 * Changes a quick message, publishes it and returns it.
 * @throws what `changeQuickMessage` throws
 */
export async function changeAndPublish(
  { companyId }: UserContext,
  before: QuickMessageRow,
  changes: QuickMessageChanges,
): Promise<QuickMessage> {
  const row = await changeQuickMessage(companyId, before, changes)
  const answer = await shown(row)
  await publishRow(companyId, 'quickMessage', 'update', answer, audienceOf(row, before.geral || row.geral))
  return answer
}
