import { accessEndsAt, accessHoursOf, mayBeSignedIn } from '@balcao/shared/rules/access-hours.ts'
import { getSettings } from '../data/company/setting.ts'
import type { UserRow } from '../data/team/user.ts'
import { armTimer } from '../data/timers/timer.ts'
import { closeSockets } from './close-sockets.ts'

/**
 * Closes the screens of a user whose access hours are over; otherwise arms the timer of their end.
 * Calls are refused by the session's own copy of the hours. Costs nothing for a user who has none.
 */
export async function watchAccessHours(user: UserRow, now = Date.now()): Promise<void> {
  if (!accessHoursOf(user)) return
  const { companyId, id: userId } = user
  const { timezone } = await getSettings(companyId)
  if (!mayBeSignedIn(user, now, timezone)) return closeSockets(companyId, userId, 'ended')
  const dueAt = accessEndsAt(user, now, timezone)
  if (dueAt !== undefined) await armTimer({ type: 'endAccess', companyId, userId, dueAt })
}
