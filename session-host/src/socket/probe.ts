/**
 * Returns whether a socket's other end has disappeared: nothing has come for `ms`, and a ping gets
 * no answer. Any frame counts as an answer.
 * @param lastFrame when something last came (epoch milliseconds)
 * @param ask resolves with the answer, or when it has been waited for long enough
 */
export async function isDead(
  lastFrame: () => number,
  ms: number,
  ask: () => Promise<void>,
  now: () => number = Date.now,
): Promise<boolean> {
  const asked = now()
  if (asked - lastFrame() < ms) return false
  await ask()
  return lastFrame() < asked
}
