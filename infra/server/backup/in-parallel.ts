const WORKERS = 4

/**
 * Works on some items at a time, in no order. After a failure nothing new begins, and what runs has
 * ended when this rejects.
 */
export async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await work(next)
  }
  const outcomes = Array.from({ length: WORKERS }, () =>
    worker().catch((error: unknown) => {
      waiting.length = 0
      throw error
    }),
  )
  const failed = (await Promise.allSettled(outcomes)).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}
