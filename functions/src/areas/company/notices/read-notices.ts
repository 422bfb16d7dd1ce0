import { AppError } from '@balcao/shared/errors.ts'
import { readNotice, unreadNoticesOf } from '../../../data/tickets/notice.ts'
import { publish } from '../../../realtime/publish.ts'
import type { Operations } from '../operations.ts'

/** Maximum rounds of a call that marks all: each reads a hundred. */
const ROUNDS = 10

/**
 * Marks notices as read, and publishes it to the user's tabs. A support session leaves the admin's.
 */
export const readNotices: Operations['notices']['read'] = async ({ companyId, actor }, { body }) => {
  if (actor.support) throw new AppError('ERR_NO_PERMISSION')
  const { userId } = actor
  const mark = async (ids: readonly string[]) =>
    (await Promise.all(ids.map(id => readNotice(companyId, userId, id)))).some(Boolean)
  let isChanged = false
  if (body.ids) isChanged = await mark([...new Set(body.ids)])
  else
    for (let round = 0; round < ROUNDS; round++) {
      const unread = await unreadNoticesOf(companyId, userId)
      if (unread.length === 0 || !(await mark(unread.map(({ id }) => id)))) break
      isChanged = true
    }
  if (isChanged) await publish(companyId, 'notice', { action: 'read' }, { userIds: [userId] })
}
