/**
 * Whether a socket's other end is gone without a word: nothing has come for `ms`, and nothing does when it is asked for a
 * sign of life. Any frame is one.
 * @param lastFrame when something last came (epoch ms)
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
