import { AppError } from '@balcao/shared/errors.ts'
import { maySeeSchedule } from '@balcao/shared/rules/ticket-visibility.ts'
import { getContact } from '../../../data/contacts/contact-row.ts'
import { requireSchedule } from '../../../data/content/schedule.ts'
import { toWireSchedule } from '../../../data/content/wire.ts'
import { visibilityByContact } from '../../../data/tickets/contact-access.ts'
import { callerOf } from '../../tickets/caller.ts'
import type { Operations } from '../operations.ts'

export const getSchedule: Operations['schedules']['get'] = async (ctx, { params }) => {
  const { companyId } = ctx
  const [{ viewer }, schedule] = await Promise.all([callerOf(ctx), requireSchedule(companyId, params.id)])
  const { contactId, user } = schedule
  const live = (await visibilityByContact(companyId, [contactId])).get(contactId) ?? []
  if (!maySeeSchedule(viewer, live, user.id)) throw new AppError('ERR_NO_PERMISSION')
  return toWireSchedule({ schedule, contact: await getContact(companyId, schedule.contactId) })
}
