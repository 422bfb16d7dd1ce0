import type { Queue } from '@balcao/shared/entities/queue.ts'
import type { QueueOptionTree } from '@balcao/shared/entities/queue-option.ts'
import { newId } from '@balcao/shared/ids.ts'

const at = '2026-11-20T12:00:00.000Z'

/** The queue Vendas; `changes` say what a test is about. */
export const sampleQueue = (changes: Partial<Queue> = {}): Queue => ({
  id: newId(),
  name: 'Vendas',
  color: '#16a34a',
  greetingMessage: 'Olá, {{firstName}}',
  complationMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  signature: '',
  orderQueue: null,
  integrationId: null,
  promptId: null,
  schedules: [],
  distribution: 'manual',
  maxOpenTickets: null,
  held: null,
  token: null,
  mediaPath: null,
  mediaName: null,
  mediaType: null,
  createdAt: at,
  updatedAt: at,
  ...changes,
})

/** An option with those below it; `option` counts from 1. */
export function sampleOption(
  queueId: string,
  option: number,
  title: string,
  { children = [], ...changes }: Partial<QueueOptionTree> = {},
): QueueOptionTree {
  const id = newId()
  return {
    id,
    queueId,
    parentId: null,
    title,
    message: '',
    option,
    kind: 'text',
    targetQueueId: null,
    mediaPath: null,
    mediaName: null,
    mediaType: null,
    createdAt: at,
    updatedAt: at,
    ...changes,
    children: children.map(child => ({ ...child, parentId: id })),
  }
}
