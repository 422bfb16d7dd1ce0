import { z } from 'zod'
import { Day, Id, Instant, listQuery, page } from '../../api-contract/fields.ts'
import { changeWithFile, keptFileRoutes, withFile } from '../../api-contract/kept-file.ts'
import { route } from '../../api-contract/route.ts'
import { rowRoutes } from '../../api-contract/row-routes.ts'
import { TEMPLATE_REFUSALS } from '../../api-contract/template-refusals.ts'
import { RECURRENCES, Schedule } from '../../entities/schedule.ts'
import { TemplateVariables } from '../../entities/template.ts'
import { CLOUD_MEDIA_ERRORS } from '../../rules/cloud-media-limits.ts'
import { codeMessage, fieldMessage } from '../../validation/field-message.ts'

const rights = { read: 'user', change: 'user', plan: 'useSchedules' } as const
/** Latest moment: later than anybody plans, and keys have no room beyond the year 2286. */
const LATEST = Date.UTC(2100, 0, 1)

const fields = {
  /** Required without a template, whose own text it is otherwise. */
  body: z.string(fieldMessage('schedule.body')).trim().min(5, fieldMessage('schedule.body')).max(4096).optional(),
  contactId: Id,
  sendAt: Instant.refine(at => Date.parse(at) < LATEST, codeMessage('too_late')),
  whatsappId: Id.nullable().default(null),
  recurrence: z.enum(RECURRENCES).default('none'),
  templateId: Id.nullable().default(null),
  templateVariables: TemplateVariables.default({}),
}

const rows = rowRoutes({
  ...rights,
  path: '/schedules',
  one: 'a scheduled message',
  row: Schedule,
  fields,
  missing: 'ERR_NO_SCHEDULE_FOUND',
  refusals: [
    'ERR_NO_CONTACT_FOUND',
    'ERR_NO_WAPP_FOUND',
    'ERR_SCHEDULE_IN_PAST',
    'ERR_OUTSIDE_WINDOW',
    ...TEMPLATE_REFUSALS,
  ],
})

/** Body of a new scheduled message, without the rule that it has a text or a template. */
export const ScheduleBody = rows.create.body

const file = keptFileRoutes({
  path: '/schedules',
  one: 'a scheduled message',
  change: 'user',
  plan: 'useSchedules',
  row: Schedule,
  missing: 'ERR_NO_SCHEDULE_FOUND',
})

/**
 * Scheduled messages. Users who may see a contact's live ticket see them; without a live ticket,
 * their author does. The author may change them, and admins may change all.
 */
export const schedules = {
  list: route({
    method: 'GET',
    path: '/schedules',
    summary:
      'Scheduled messages by the moment they leave: the latest first, or the earliest first from a day on. `searchParam` is looked for in text and contact',
    access: 'user',
    plan: 'useSchedules',
    query: z.object({ ...listQuery, contactId: Id.optional(), from: Day.optional(), to: Day.optional() }),
    response: z.object({ schedules: z.array(Schedule), ...page }),
  }),
  get: rows.get,
  create: withFile(
    route({
      ...rows.create,
      body: ScheduleBody.refine(({ body, templateId }) => typeof body === 'string' || Boolean(templateId), {
        path: ['body'],
        message: fieldMessage('schedule.body', 'required'),
        // Said beside what else is wrong.
        when: ({ value }) =>
          typeof value === 'object' && value !== null && !('body' in value && value.body !== undefined),
      }),
      errors: [...rows.create.errors, 'ERR_CHANNEL_UNSUPPORTED', 'ERR_PLAN_LIMIT', 'ERR_CONTACT_BLOCKED'],
    }),
  ),
  update: changeWithFile(
    route({
      ...rows.update,
      errors: [
        ...rows.update.errors,
        ...(['ERR_SCHEDULE_SENT', 'ERR_NO_PERMISSION', 'ERR_CHANNEL_UNSUPPORTED', 'ERR_CONTACT_BLOCKED'] as const),
      ],
    }),
  ),
  remove: route({ ...rows.remove, errors: [...rows.remove.errors, 'ERR_NO_PERMISSION'] }),
  uploadMedia: route({
    ...file.uploadMedia,
    errors: [...file.uploadMedia.errors, ...CLOUD_MEDIA_ERRORS, 'ERR_SCHEDULE_SENT', 'ERR_NO_PERMISSION'],
  }),
  removeMedia: route({
    ...file.removeMedia,
    errors: [...file.removeMedia.errors, 'ERR_SCHEDULE_SENT', 'ERR_NO_PERMISSION'],
  }),
}
