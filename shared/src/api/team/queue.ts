import { z } from 'zod'
import { AutomaticText, Color, Id, IdParams, nameOf, plainListQuery } from '../../api-contract/fields.ts'
import { changeWithFile, keptFileRoutes, withFile } from '../../api-contract/kept-file.ts'
import { route } from '../../api-contract/route.ts'
import { Distribution, MAX_OPEN_TICKETS } from '../../entities/distribution.ts'
import { Queue } from '../../entities/queue.ts'
import { WeekdaySchedules } from '../../entities/working-hours.ts'
import { greetingProblem } from '../../rules/queue-greeting.ts'
import { fieldMessage } from '../../validation/field-message.ts'

const fields = {
  name: nameOf('queue.name'),
  color: Color,
  greetingMessage: AutomaticText.trim(),
  complationMessage: AutomaticText,
  outOfHoursMessage: AutomaticText,
  ratingMessage: AutomaticText,
  signature: AutomaticText.trim(),
  orderQueue: z.number().int().min(0).max(1000).nullable(),
  /** Bot that answers instead of a greeting. */
  integrationId: Id.nullable(),
  promptId: Id.nullable(),
  schedules: WeekdaySchedules,
  distribution: Distribution,
  maxOpenTickets: z.number().int().min(1).max(MAX_OPEN_TICKETS).nullable(),
}

export const QueueBody = z
  .object({
    name: fields.name,
    color: fields.color,
    greetingMessage: fields.greetingMessage.default(''),
    complationMessage: fields.complationMessage.default(''),
    outOfHoursMessage: fields.outOfHoursMessage.default(''),
    ratingMessage: fields.ratingMessage.default(''),
    signature: fields.signature.default(''),
    orderQueue: fields.orderQueue.default(null),
    integrationId: fields.integrationId.default(null),
    promptId: fields.promptId.default(null),
    schedules: fields.schedules.optional(),
    distribution: fields.distribution.default('manual'),
    maxOpenTickets: fields.maxOpenTickets.default(null),
  })
  .superRefine((queue, context) => {
    const code = greetingProblem(queue)
    if (code)
      context.addIssue({
        code: 'custom',
        path: ['greetingMessage'],
        message: fieldMessage('queue.greetingMessage', code),
      })
  })

/**
 * Changes of a queue; whether greeting, integration and prompt fit together is checked with the
 * stored values.
 */
export const QueueChanges = z.object(fields).partial()

export const queue = {
  list: route({
    method: 'GET',
    path: '/queue',
    summary: 'Every queue of the company, in order',
    access: 'user',
    query: z.object(plainListQuery),
    response: z.array(Queue),
  }),
  get: route({
    method: 'GET',
    path: '/queue/{id}',
    summary: 'A queue',
    access: 'user',
    params: IdParams,
    response: Queue,
    errors: ['ERR_NO_QUEUE_FOUND'],
  }),
  create: withFile(
    route({
      method: 'POST',
      path: '/queue',
      summary: 'Create a queue',
      access: 'admin',
      audit: 'queue.create',
      body: QueueBody,
      response: Queue,
      status: 201,
      errors: [
        'ERR_NO_INTEGRATION_FOUND',
        'ERR_NO_PROMPT_FOUND',
        'ERR_QUEUE_NAME_ALREADY_EXISTS',
        'ERR_QUEUE_COLOR_ALREADY_EXISTS',
        'ERR_PLAN_LIMIT',
      ],
    }),
  ),
  update: changeWithFile(
    route({
      method: 'PUT',
      path: '/queue/{id}',
      summary: 'Change a queue',
      access: 'admin',
      audit: 'queue.update',
      params: z.object({ id: Id }),
      body: QueueChanges,
      response: Queue,
      errors: [
        'ERR_NO_QUEUE_FOUND',
        'ERR_CONFLICT',
        'ERR_NO_INTEGRATION_FOUND',
        'ERR_NO_PROMPT_FOUND',
        'ERR_QUEUE_NAME_ALREADY_EXISTS',
        'ERR_QUEUE_COLOR_ALREADY_EXISTS',
      ],
    }),
  ),
  remove: route({
    method: 'DELETE',
    path: '/queue/{id}',
    summary: 'Delete a queue with its menu; its tickets are left without one',
    access: 'admin',
    audit: 'queue.delete',
    params: IdParams,
    errors: ['ERR_CONFLICT'],
  }),
  ...keptFileRoutes({
    path: '/queue',
    one: 'a queue',
    change: 'admin',
    audit: 'queue',
    row: Queue,
    missing: 'ERR_NO_QUEUE_FOUND',
  }),
}
