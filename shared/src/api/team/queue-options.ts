import { z } from 'zod'
import { AutomaticText, Id, IdParams, plainListQuery } from '../../api-contract/fields.ts'
import { changeWithFile, keptFileRoutes, withFile } from '../../api-contract/kept-file.ts'
import { route } from '../../api-contract/route.ts'
import { MAX_OPTIONS_PER_LEVEL, QueueOption, QueueOptionKind, QueueOptionTree } from '../../entities/queue-option.ts'

/** Parent option; null, an empty text and `-1` (as clients of this family send it) are the root. */
const ParentId = z
  .union([Id, z.literal(''), z.literal('-1'), z.literal(-1), z.null()])
  .transform(parent => (parent === '' || parent === '-1' || parent === -1 ? null : parent))

const fields = {
  title: z.string().trim().min(1).max(100),
  message: AutomaticText,
  kind: QueueOptionKind,
  targetQueueId: Id.nullable(),
  parentId: ParentId,
  /** Number from 1; those after it move up by one. */
  option: z.number().int().min(1).max(MAX_OPTIONS_PER_LEVEL),
}

export const queueOptions = {
  /** Lists a queue's whole tree, which is some dozens of rows. */
  list: route({
    method: 'GET',
    path: '/queue-options',
    summary: 'The options of a queue, or those below one, each with everything below it',
    access: 'admin',
    query: z.object({ ...plainListQuery, queueId: Id, parentId: ParentId.optional() }),
    response: z.array(QueueOptionTree),
    errors: ['ERR_NO_QUEUE_FOUND', 'ERR_NO_QUEUE_OPTION_FOUND'],
  }),
  create: withFile(
    route({
      method: 'POST',
      path: '/queue-options',
      summary: 'Add an option, last of its level unless it says where',
      access: 'admin',
      audit: 'queueOption.create',
      body: z.object({
        queueId: Id,
        title: fields.title,
        message: fields.message.default(''),
        kind: fields.kind.default('text'),
        targetQueueId: fields.targetQueueId.default(null),
        parentId: fields.parentId.default(null),
        option: fields.option.optional(),
      }),
      response: QueueOption,
      status: 201,
      errors: [
        'ERR_NO_QUEUE_FOUND',
        'ERR_NO_QUEUE_OPTION_FOUND',
        'ERR_QUEUE_OPTION_LIMIT',
        'ERR_QUEUE_OPTION_DEPTH',
        'ERR_CONFLICT',
      ],
    }),
  ),
  update: changeWithFile(
    route({
      method: 'PUT',
      path: '/queue-options/{id}',
      summary: 'Change an option, or move it: to another place, below another option',
      access: 'admin',
      audit: 'queueOption.update',
      params: IdParams,
      body: z.object(fields).partial(),
      response: QueueOption,
      errors: [
        'ERR_NO_QUEUE_FOUND',
        'ERR_NO_QUEUE_OPTION_FOUND',
        'ERR_QUEUE_OPTION_LIMIT',
        'ERR_QUEUE_OPTION_DEPTH',
        'ERR_QUEUE_OPTION_CIRCLE',
        'ERR_CONFLICT',
      ],
    }),
  ),
  remove: route({
    method: 'DELETE',
    path: '/queue-options/{id}',
    summary: 'Delete an option and everything below it',
    access: 'admin',
    audit: 'queueOption.delete',
    params: IdParams,
    errors: ['ERR_CONFLICT'],
  }),
  ...keptFileRoutes({
    path: '/queue-options',
    one: 'an option',
    audit: 'queueOption',
    change: 'admin',
    row: QueueOption,
    missing: 'ERR_NO_QUEUE_OPTION_FOUND',
  }),
}
