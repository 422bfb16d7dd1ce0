import type { team } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { greetingProblem } from '@balcao/shared/rules/queue-greeting.ts'
import { changeQueue, distributes, requireQueue } from '../../../data/team/queue.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { askQueue } from '../../../messaging/ask-for-tickets.ts'
import { enqueueJob } from '../../../messaging/enqueue.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { showQueue } from '../../../messaging/show-queue.ts'
import { fileAlong } from '../../kept-file.ts'
import { requireAnswering } from '../../require-answering.ts'

export const updateQueue: Handlers<typeof team, HttpContexts>['queue']['update'] = async (
  { companyId },
  { params, body, files },
) => {
  const before = await requireQueue(companyId, params.id, true)
  const {
    greetingMessage = before.greetingMessage,
    integrationId = before.integrationId,
    promptId = before.promptId,
  } = body
  // A queue created without a greeting can still be renamed.
  const speaks = [body.greetingMessage, body.integrationId, body.promptId].some(given => given !== undefined)
  const problem = speaks && greetingProblem({ greetingMessage, integrationId, promptId })
  if (problem)
    throw new AppError('ERR_VALIDATION', {
      details: [{ path: 'greetingMessage', code: problem, field: 'queue.greetingMessage' }],
    })
  await requireAnswering(companyId, body)
  const queue = await showQueue(
    await changeQueue(companyId, before, {
      ...body,
      ...(body.distribution === 'manual' ? { held: null } : {}),
      ...(await fileAlong(companyId, files)),
    }),
  )
  // Tickets carry the name and colour that their rows show.
  if (queue.name !== before.name || queue.color !== before.color)
    await enqueueJob({ type: 'rename', companyId, entity: 'queue', id: queue.id })
  await publishRow(companyId, 'queue', 'update', queue)
  const differs = queue.distribution !== before.distribution || queue.maxOpenTickets !== before.maxOpenTickets
  if (differs && distributes(queue)) await askQueue(companyId, queue.id, queue.id)
  return queue
}
