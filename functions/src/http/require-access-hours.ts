import type { Profile } from '@balcao/shared/access.ts'
import type { WeekdaySchedule } from '@balcao/shared/entities/working-hours.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { accessHoursOf, mayBeSignedIn } from '@balcao/shared/rules/access-hours.ts'
import { getSettings } from '../data/company/setting.ts'

type Subject = {
  companyId: string
  profile: Profile
  super: boolean
  accessHours?: readonly WeekdaySchedule[] | null | undefined
}

/**
 * Refuses a user outside their access hours, in the company's time zone. Costs nothing for a user
 * who has none.
 * @throws ERR_OUTSIDE_ACCESS_HOURS
 */
export async function requireAccessHours(user: Subject): Promise<void> {
  if (!accessHoursOf(user)) return
  const { timezone } = await getSettings(user.companyId)
  if (!mayBeSignedIn(user, Date.now(), timezone)) throw new AppError('ERR_OUTSIDE_ACCESS_HOURS')
}
