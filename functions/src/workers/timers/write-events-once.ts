import { transact, type Write, WriteConflict } from '../../data/table/transact.ts'

/** Writes the events of a timer; nothing if it fires a second time, after their deliveries. */
export async function writeEventsOnce(writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return
  try {
    await transact(writes)
  } catch (error) {
    if (!(error instanceof WriteConflict) || error.label !== 'delivery') throw error
  }
}
