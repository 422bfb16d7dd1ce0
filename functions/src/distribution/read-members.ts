import { mayBeSignedIn } from '@balcao/shared/rules/access-hours.ts'
import type { Attendant } from '@balcao/shared/rules/distribution/choose-attendant.ts'
import { getSettings } from '../data/company/setting.ts'
import { openCountsByUserAndQueue } from '../data/table/counter.ts'
import { isOnline, listUsersNow, type UserRow } from '../data/team/user.ts'

export type Member = Attendant & { user: UserRow }

/** Reads who may be given tickets of a queue, and how many each has. Operators are in no queue. */
export async function readMembers(companyId: string, queueId: string): Promise<Member[]> {
  const [users, counts, { timezone }] = await Promise.all([
    listUsersNow(companyId),
    openCountsByUserAndQueue(companyId),
    getSettings(companyId),
  ])
  const now = Date.now()
  return users
    .filter(user => user.queueIds.includes(queueId) && !user.super)
    .map(user => {
      const open = counts.get(user.id)
      return {
        id: user.id,
        available: isOnline(user) && !user.paused && mayBeSignedIn(user, now, timezone),
        inQueue: open?.get(queueId) ?? 0,
        open: [...(open?.values() ?? [])].reduce((sum, each) => sum + each, 0),
        user,
      }
    })
}
