/**
 * One step from a format of data to the next. A step that was interrupted runs again, so it must be
 * idempotent.
 */
export type Migration = {
  /** Format of the data after the step. */
  to: number
  /** Summary of the change, as `npm run update -- --check` prints it. */
  summary: string
  run: (dataDir: string) => void | Promise<void>
}
