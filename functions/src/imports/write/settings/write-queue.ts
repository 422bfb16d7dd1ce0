import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import type { ImportedQueue } from '@balcao/shared/rules/imports/record.ts'
import { planOf } from '../../../data/company/company.ts'
import type { ImportedRow } from '../../../data/imports/imported-row.ts'
import { normalizeName } from '../../../data/table/normalize.ts'
import { createQueue, listQueues, type QueueRow } from '../../../data/team/queue.ts'
import { ledgerFor } from '../ledger-for.ts'
import type { WriteContext } from '../write-context.ts'
import { idOf, instantsOf, join, type Made, origin, outcomeOf } from './setting.ts'

export async function writeQueue(
  context: WriteContext,
  record: ImportedQueue,
  known: ImportedRow | undefined,
): Promise<Made> {
  const { companyId } = context
  const queues = await listQueues(companyId, true)
  const remember = ({ id, name, color }: QueueRow) => context.queues.set(record.source.id, { id, name, color })
  const mine = known && queues.find(({ id }) => id === known.id)
  if (mine) remember(mine)
  if (known) return { outcome: outcomeOf(context, known) }
  const same = queues.find(({ name }) => normalizeName(name) === normalizeName(record.name))
  if (same) {
    remember(same)
    return join(context, record, same.id)
  }
  const id = idOf(context, record)
  const queue: QueueRow & { importedFrom: string } = {
    id,
    name: record.name,
    color: freeColor(
      record.color,
      queues.map(({ color }) => color.toLowerCase()),
    ),
    greetingMessage: cutText(record.greetingMessage, 4000),
    complationMessage: '',
    outOfHoursMessage: cutText(record.outOfHoursMessage, 4000),
    ratingMessage: '',
    signature: '',
    orderQueue: null,
    integrationId: null,
    promptId: null,
    distribution: 'manual',
    maxOpenTickets: null,
    held: null,
    schedules: record.schedules.length > 0 ? record.schedules : DEFAULT_SCHEDULES,
    media: null,
    ...instantsOf(record.createdAt),
    ...origin(context, record.source.id),
  }
  try {
    await createQueue(companyId, queue, (await planOf(companyId)).queues, [
      ledgerFor(context, record.kind, record.source.id, id),
    ])
  } catch (error) {
    if (error instanceof AppError && error.code === 'ERR_PLAN_LIMIT') return { outcome: { refused: 'planFull' } }
    throw error
  }
  remember(queue)
  return { outcome: 'taken' }
}

/** Returns a colour that no queue has, as near to a wanted one as there is. */
function freeColor(wanted: string, taken: readonly string[]): string {
  const [red, green, blue] = [1, 3, 5].map(at => Number.parseInt(wanted.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ]
  for (let step = 0; ; step++) {
    const color = `#${[red, green, (blue + step) % 256].map(part => part.toString(16).padStart(2, '0')).join('')}`
    if (!taken.includes(color)) return color
  }
}
