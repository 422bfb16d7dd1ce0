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
import { showKeptFile } from '../../../messaging/show-kept-file.ts'
import { tellRow } from '../../../messaging/tell-row.ts'
import type { Audience } from '../../../realtime/recipients.ts'

/** As it leaves. */
export const shown = async (row: QuickMessageRow): Promise<QuickMessage> => ({
  ...(await showKeptFile(row)),
  isMedia: row.media !== null,
})

/** The company's are changed, made and taken back by admins. Throws ERR_NO_PERMISSION. */
export function assertMayHave(geral: boolean, { actor }: UserContext): void {
  if (geral && !mayAccess('admin', actor)) throw new AppError('ERR_NO_PERMISSION')
}

/** One the caller may change. Throws ERR_NO_QUICK_MESSAGE_FOUND for what they do not see, ERR_NO_PERMISSION. */
export async function requireOwn(ctx: UserContext, id: string): Promise<QuickMessageRow> {
  const row = await requireVisibleQuickMessage(ctx.companyId, id, ctx.actor.userId)
  assertMayHave(row.geral, ctx)
  return row
}

/** Who hears of a quick message: its maker; everyone when it is, or was just now, the company's. */
export const audienceOf = (row: QuickMessageRow, isForAll = row.geral): Audience =>
  isForAll ? {} : { userIds: [row.userId] }

/** Changes one, tells of it and answers it. Throws what `changeQuickMessage` throws. */
export async function changeAndTell(
  { companyId }: UserContext,
  before: QuickMessageRow,
  changes: QuickMessageChanges,
): Promise<QuickMessage> {
  const row = await changeQuickMessage(companyId, before, changes)
  const answer = await shown(row)
  await tellRow(companyId, 'quickMessage', 'update', answer, audienceOf(row, before.geral || row.geral))
  return answer
}
