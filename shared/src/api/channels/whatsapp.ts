import { z } from 'zod'
import { AutomaticText, Id, IdParams, Name, plainListQuery } from '../../api-contract/fields.ts'
import { route } from '../../api-contract/route.ts'
import { TEMPLATE_REFUSALS } from '../../api-contract/template-refusals.ts'
import { TestPhone } from '../../api-contract/test-phone.ts'
import { TemplateVariables } from '../../entities/template.ts'
import { Whatsapp } from '../../entities/whatsapp.ts'
import { WeekdaySchedules } from '../../entities/working-hours.ts'
import { codeMessage } from '../../validation/field-message.ts'

const Minutes = z.number().int().min(0).max(43_200)

const fields = {
  name: Name,
  isDefault: z.boolean(),
  greetingMessage: AutomaticText,
  complationMessage: AutomaticText,
  outOfHoursMessage: AutomaticText,
  ratingMessage: AutomaticText,
  queueIds: z.array(Id).max(50),
  sendIdQueue: Id.nullable(),
  timeSendQueue: Minutes,
  maxUseBotQueues: z.number().int().min(0).max(100),
  timeUseBotQueues: Minutes,
  expiresTicket: Minutes,
  expiresInactiveMessage: AutomaticText,
  timeToTransfer: Minutes,
  transferQueueId: Id.nullable(),
  /** Bot in its tickets if their queue has none; an integration precedes a prompt. */
  integrationId: Id.nullable(),
  promptId: Id.nullable(),
  /** Recipient of test messages; empty for none. */
  phoneTest: TestPhone,
  schedules: WeekdaySchedules,
}

export const WhatsappBody = z.object({
  name: fields.name,
  isDefault: fields.isDefault.default(false),
  greetingMessage: fields.greetingMessage.default(''),
  complationMessage: fields.complationMessage.default(''),
  outOfHoursMessage: fields.outOfHoursMessage.default(''),
  ratingMessage: fields.ratingMessage.default(''),
  queueIds: fields.queueIds.default([]),
  sendIdQueue: fields.sendIdQueue.default(null),
  timeSendQueue: fields.timeSendQueue.default(0),
  maxUseBotQueues: fields.maxUseBotQueues.default(3),
  timeUseBotQueues: fields.timeUseBotQueues.default(0),
  expiresTicket: fields.expiresTicket.default(0),
  expiresInactiveMessage: fields.expiresInactiveMessage.default(''),
  timeToTransfer: fields.timeToTransfer.default(0),
  transferQueueId: fields.transferQueueId.default(null),
  integrationId: fields.integrationId.default(null),
  promptId: fields.promptId.default(null),
  phoneTest: fields.phoneTest.default(''),
  schedules: fields.schedules.optional(),
})

/** Id of a phone number or business account at Meta. */
export const MetaId = z.string().regex(/^\d{1,40}$/)

/**
 * Access token of a cloud number, as Meta gives it or as `cloudNumbers.find` answers it; it goes
 * into a header.
 */
const AccessToken = z
  .string()
  .trim()
  .min(1, codeMessage('required'))
  .max(3000)
  .regex(/^[\x21-\x7e]*$/)

const CLOUD_FIELDS = ['phoneNumberId', 'businessAccountId', 'accessToken'] as const

/** New connection: a linked device, or a cloud number with Meta's ids and its token. */
export const NewWhatsapp = WhatsappBody.extend({
  provider: z.enum(['web', 'cloud']).default('web'),
  phoneNumberId: MetaId.optional(),
  businessAccountId: MetaId.optional(),
  accessToken: AccessToken.optional(),
}).superRefine((body, context) => {
  const isCloud = body.provider === 'cloud'
  for (const name of CLOUD_FIELDS)
    if ((body[name] !== undefined) !== isCloud)
      context.addIssue({ code: 'custom', path: [name], message: codeMessage(isCloud ? 'required' : 'invalid') })
})

export const WhatsappChanges = z
  .object({
    ...fields,
    ratingTemplateId: Id.nullable(),
    ratingTemplateVariables: TemplateVariables,
    /** New token of a cloud number, which connects it again. */
    accessToken: AccessToken,
    /** Catalogue of a cloud number; null for none. Kept whatever Meta says later. */
    catalogId: MetaId.nullable(),
  })
  .partial()

/** Codes of a cloud number that could not be connected. */
const CLOUD_ERRORS = [
  'ERR_CLOUD_NOT_CONFIGURED',
  'ERR_CLOUD_TOKEN',
  'ERR_CLOUD_PERMISSION',
  'ERR_CLOUD_NO_NUMBER',
  'ERR_CLOUD_WEBHOOK',
  'ERR_META_UNAVAILABLE',
] as const

export const whatsapp = {
  list: route({
    method: 'GET',
    path: '/whatsapp',
    summary: 'Every connection of the company; `session=0` leaves the QR out',
    access: 'user',
    query: z.object({ ...plainListQuery, session: z.string().max(5).optional() }),
    response: z.array(Whatsapp),
  }),
  get: route({
    method: 'GET',
    path: '/whatsapp/{id}',
    summary: 'A connection',
    access: 'user',
    params: IdParams,
    response: Whatsapp,
    errors: ['ERR_NO_WAPP_FOUND'],
  }),
  create: route({
    method: 'POST',
    path: '/whatsapp',
    summary: 'Create a connection: a linked device, which asks for its QR at once, or a cloud number',
    access: 'admin',
    audit: 'connection.create',
    body: NewWhatsapp,
    response: Whatsapp,
    status: 201,
    errors: [
      'ERR_WAPP_NAME_ALREADY_EXISTS',
      'ERR_WAPP_GREETING_REQUIRED',
      'ERR_PLAN_LIMIT',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_INTEGRATION_FOUND',
      'ERR_NO_PROMPT_FOUND',
      'ERR_CLOUD_NUMBER_CONNECTED',
      ...CLOUD_ERRORS,
    ],
  }),
  update: route({
    method: 'PUT',
    path: '/whatsapp/{id}',
    summary: 'Change a connection',
    access: 'admin',
    audit: 'connection.update',
    params: IdParams,
    body: WhatsappChanges,
    response: Whatsapp,
    errors: [
      'ERR_NO_WAPP_FOUND',
      'ERR_WAPP_NAME_ALREADY_EXISTS',
      'ERR_WAPP_GREETING_REQUIRED',
      'ERR_NO_OTHER_WHATSAPP',
      'ERR_CHANNEL_UNSUPPORTED',
      'ERR_NO_QUEUE_FOUND',
      'ERR_NO_INTEGRATION_FOUND',
      'ERR_NO_PROMPT_FOUND',
      ...TEMPLATE_REFUSALS,
      ...CLOUD_ERRORS,
    ],
  }),
  remove: route({
    method: 'DELETE',
    path: '/whatsapp/{id}',
    summary:
      'Delete a connection and its session; `moveTo` gives its campaigns and schedules to another connection, `stop=true` stops them',
    access: 'admin',
    audit: 'connection.delete',
    params: IdParams,
    query: z.object({ moveTo: Id.optional(), stop: z.enum(['true', 'false']).optional() }),
    errors: ['ERR_WAPP_IN_USE', 'ERR_NO_WAPP_FOUND', 'ERR_CHANNEL_UNSUPPORTED'],
  }),
  /** Sends a text to `phoneTest`, to check that the connection sends. */
  test: route({
    method: 'POST',
    path: '/whatsapp/{id}/test',
    summary: 'Send a test message to the phone that is kept for it',
    access: 'admin',
    params: IdParams,
    response: z.object({ id: Id, ticketId: Id, ack: z.number().int() }),
    status: 202,
    errors: [
      'ERR_NO_WAPP_FOUND',
      'ERR_CHANNEL_UNSUPPORTED',
      'ERR_WAPP_NO_TEST_PHONE',
      'ERR_WAPP_NOT_INITIALIZED',
      'ERR_WAPP_INVALID_CONTACT',
      'ERR_WAPP_CHECK_CONTACT',
      'ERR_CREATING_MESSAGE',
      'ERR_TOO_MANY_REQUESTS',
    ],
  }),
  /** Shows the new token once; the earlier one is invalid at once (decision 0024). */
  replaceToken: route({
    method: 'POST',
    path: '/whatsapp/{id}/token',
    summary: 'Make or replace the token of the public API',
    access: 'admin',
    audit: 'connection.replaceSecret',
    plan: 'useExternalApi',
    params: IdParams,
    response: z.object({ token: z.string() }),
    status: 201,
    errors: ['ERR_NO_WAPP_FOUND'],
  }),
}
