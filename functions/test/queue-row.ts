import { newId } from '@balcao/shared/ids.ts'
import type { QueueRow } from '../src/data/team/queue.ts'

/** Returns the row of a queue without texts or opening hours, with the `changes` of a test. */
export function queueRow(changes: Partial<QueueRow> & Pick<QueueRow, 'name' | 'color'>): QueueRow {
  const now = new Date().toISOString()
  return {
    id: newId(),
    greetingMessage: '',
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
    media: null,
    createdAt: now,
    updatedAt: now,
    ...changes,
  }
}
