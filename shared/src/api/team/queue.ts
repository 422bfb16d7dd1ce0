import { z } from 'zod'
import { AutomaticText, Color, Id, IdParams, Name, plainListQuery } from '../../contract/fields.ts'
import { route } from '../../contract/route.ts'
import { Queue } from '../../entities/queue.ts'
import { WeekdaySchedules } from '../../entities/working-hours.ts'

const fields = {
  name: Name,
  color: Color,
  greetingMessage: AutomaticText,
  complationMessage: AutomaticText,
  outOfHoursMessage: AutomaticText,
  ratingMessage: AutomaticText,
  orderQueue: z.number().int().min(0).max(1000).nullable(),
  schedules: WeekdaySchedules,
}

/** Greeting is required: integrations and prompts, which would replace it, are not part of the body yet. */
export const QueueBody = z.object({
  name: fields.name,
  color: fields.color,
  greetingMessage: fields.greetingMessage.trim().min(1, 'Saudação é obrigatório.'),
  complationMessage: fields.complationMessage.default(''),
  outOfHoursMessage: fields.outOfHoursMessage.default(''),
  ratingMessage: fields.ratingMessage.default(''),
  orderQueue: fields.orderQueue.default(null),
  schedules: fields.schedules.optional(),
})

export const QueueChanges = z
  .object({ ...fields, greetingMessage: fields.greetingMessage.trim().min(1, 'Saudação é obrigatório.') })
  .partial()

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
  create: route({
    method: 'POST',
    path: '/queue',
    summary: 'Create a queue',
    access: 'admin',
    body: QueueBody,
    response: Queue,
    status: 201,
    errors: ['ERR_QUEUE_NAME_ALREADY_EXISTS', 'ERR_QUEUE_COLOR_ALREADY_EXISTS', 'ERR_PLAN_LIMIT'],
  }),
  update: route({
    method: 'PUT',
    path: '/queue/{id}',
    summary: 'Change a queue',
    access: 'admin',
    params: z.object({ id: Id }),
    body: QueueChanges,
    response: Queue,
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_CONFLICT', 'ERR_QUEUE_NAME_ALREADY_EXISTS', 'ERR_QUEUE_COLOR_ALREADY_EXISTS'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/queue/{id}',
    summary: 'Delete a queue; its tickets are left without one',
    access: 'admin',
    params: IdParams,
    errors: ['ERR_CONFLICT'],
  }),
}
