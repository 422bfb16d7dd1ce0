const MAX_CONCURRENT = 4

/** Row on which an action failed, and why. */
export interface Failed<Row> {
  row: Row
  error: unknown
}

/** Calls the server for each of several rows, a few at once, and returns the rows that failed. */
export async function runOnEach<Row>(
  rows: readonly Row[],
  call: (row: Row) => Promise<unknown>,
): Promise<Failed<Row>[]> {
  const failed: Failed<Row>[] = []
  const left = [...rows]
  const worker = async () => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      try {
        await call(row)
      } catch (error) {
        failed.push({ row, error })
      }
    }
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker))
  return failed
}
