import { AppError } from '@balcao/shared/errors.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { requireWhatsapp, whatsappExists } from '../../../data/channels/whatsapp.ts'
import { requireContact } from '../../../data/contacts/contact.ts'
import { changeSchedule, type ScheduleRow, scheduleTimer } from '../../../data/content/schedule.ts'
import { definedFields } from '../../../data/table/defined-fields.ts'
import { getCaller, getUser } from '../../../data/team/user.ts'
import { timerWrite } from '../../../data/timers/timer.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { publishSchedule } from '../../../messaging/publish-schedule.ts'
import { requireScheduleText } from '../../../messaging/schedule-content.ts'
import { fileAlong } from '../../kept-file.ts'
import { requireContactAccess } from '../../tickets/contact-access.ts'
import type { Operations } from '../operations.ts'
import { changeableSchedule } from './own-schedule.ts'

/**
 * Updates a scheduled message. A new time arms a new timer in the same transaction; the old one
 * finds that it is outdated. A failed one is sent again then, and a recurring one continues from
 * there. Its connection must exist, even when the call does not change it: one that failed since
 * its connection was deleted is not armed again without another. If its author was deleted, the
 * caller becomes the author.
 */
export const updateSchedule: Operations['schedules']['update'] = async (ctx, { params, body, files }) => {
  const { companyId } = ctx
  const before = await changeableSchedule(ctx, params.id)
  const author = await authorOf(ctx, before)
  const whatsappId = body.whatsappId === undefined ? before.whatsappId : body.whatsappId
  const [contact, connection] = await Promise.all([
    body.contactId && body.contactId !== before.contactId ? requireContact(companyId, body.contactId) : undefined,
    whatsappId ? requireWhatsapp(companyId, whatsappId) : undefined,
    body.contactId && body.contactId !== before.contactId ? requireContactAccess(ctx, body.contactId) : undefined,
  ])
  if (contact?.blocked) throw new AppError('ERR_CONTACT_BLOCKED')
  if (contact?.scoped || (connection && !capabilitiesOf(connection).startsByNumber))
    throw new AppError('ERR_CHANNEL_UNSUPPORTED')
  const sendAt = body.sendAt === undefined ? before.sendAt : Date.parse(body.sendAt)
  const moved = sendAt !== before.sendAt || before.status === 'ERRO'
  if (moved && sendAt < Date.now()) throw new AppError('ERR_SCHEDULE_IN_PAST')
  const { media, ...fields } = { ...definedFields(body), ...(await fileAlong(companyId, files)) }
  const given = { ...before, ...fields, ...(media === undefined ? {} : { media }), whatsappId, sendAt }
  const text = await requireScheduleText(given, await getUser(companyId, author.id))
  const changes: Partial<ScheduleRow> = {
    ...fields,
    ...(media === undefined ? {} : { media }),
    body: text,
    user: author,
    // An agent's message is the caller's from here on.
    ...(before.byPrompt ? { byPrompt: false } : {}),
    sendAt,
    ...(moved || (body.recurrence ?? before.recurrence) !== before.recurrence ? { firstAt: sendAt } : {}),
    ...(moved ? { status: 'PENDENTE', reason: null, sentAt: null, ticketId: null, sentAs: null } : {}),
  }
  const after = await changeSchedule(before, changes, [
    ...(moved ? [timerWrite(scheduleTimer({ ...before, sendAt }))] : []),
    ...(connection ? [whatsappExists(companyId, connection.id)] : []),
  ])
  return publishSchedule(after, 'update')
}

/** Returns the schedule's author from now on: the current one while that user exists. */
async function authorOf(
  { companyId, actor }: HttpContexts['user'],
  { user }: ScheduleRow,
): Promise<ScheduleRow['user']> {
  if (await getUser(companyId, user.id)) return user
  const caller = await getCaller(companyId, actor.userId)
  return caller ? { id: caller.id, name: caller.name } : user
}
