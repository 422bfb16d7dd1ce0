import { AppError } from '@balcao/shared/errors.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { requireWhatsapp, whatsappExists } from '../../../data/channels/whatsapp.ts'
import { planOf } from '../../../data/company/company.ts'
import { countMonthlyUse, MONTHLY_REFUSALS } from '../../../data/company/monthly-use.ts'
import { requireContact } from '../../../data/contacts/contact.ts'
import { newSchedule, OVER_MISSING } from '../../../data/content/schedule.ts'
import { transact } from '../../../data/table/transact.ts'
import { getCaller } from '../../../data/team/user.ts'
import { publishSchedule } from '../../../messaging/publish-schedule.ts'
import { requireScheduleText } from '../../../messaging/schedule-content.ts'
import { fileAlong } from '../../kept-file.ts'
import { requireContactAccess } from '../../tickets/contact-access.ts'
import type { Operations } from '../operations.ts'

/**
 * Creates a scheduled message: the row, the timer that sends it and its place in this month's
 * limit, in one transaction, on condition that its connection exists.
 */
export const createSchedule: Operations['schedules']['create'] = async (ctx, { body, files }) => {
  const { companyId, actor } = ctx
  const sendAt = Date.parse(body.sendAt)
  const [user, contact, connection] = await Promise.all([
    getCaller(companyId, actor.userId),
    requireContact(companyId, body.contactId),
    body.whatsappId && requireWhatsapp(companyId, body.whatsappId),
    requireContactAccess(ctx, body.contactId),
  ])
  if (!user) throw new AppError('ERR_UNAUTHORIZED')
  if (contact.blocked) throw new AppError('ERR_CONTACT_BLOCKED')
  if (contact.scoped || (connection && !capabilitiesOf(connection).startsByNumber))
    throw new AppError('ERR_CHANNEL_UNSUPPORTED')
  if (sendAt < Date.now()) throw new AppError('ERR_SCHEDULE_IN_PAST')
  const file = await fileAlong(companyId, files)
  const given = { companyId, ...body, ...file, media: file.media ?? null, sendAt }
  const text = await requireScheduleText(given, user)
  const counted = await countMonthlyUse(companyId, 'schedules', 1, (await planOf(companyId)).schedules)
  const { schedule, writes } = newSchedule(companyId, {
    ...body,
    ...file,
    body: text,
    sendAt,
    user: { id: user.id, name: user.name },
  })
  const isThere = connection ? [whatsappExists(companyId, connection.id)] : []
  await transact([...writes, ...isThere, counted], { ...OVER_MISSING, ...MONTHLY_REFUSALS })
  return publishSchedule(schedule, 'create')
}
