import { transact, type Write, WriteConflict } from '../../data/table/transact.ts'

/** Writes the events of a timer; one that fires a second time has told webhooks already. */
export async function tellOnce(writes: readonly Write[]): Promise<void> {
  if (writes.length === 0) return
  try {
    await transact(writes)
  } catch (error) {
    if (!(error instanceof WriteConflict) || error.label !== 'delivery') throw error
  }
}
