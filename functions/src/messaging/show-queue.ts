import type { Queue } from '@balcao/shared/entities/queue.ts'
import type { QueueRow } from '../data/team/queue.ts'
import { showKeptFile } from './show-kept-file.ts'

/** Returns the wire form of a queue. */
export async function showQueue({ optionsVersion: _, ...row }: QueueRow): Promise<Queue> {
  return { ...(await showKeptFile(row)), token: null }
}
