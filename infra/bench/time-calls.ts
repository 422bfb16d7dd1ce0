/**
 * Repeats a call for so many milliseconds.
 * @returns its times in milliseconds, sorted
 * @throws if an answer is not 200
 */
export async function timeCalls(call: () => Promise<{ status: number }>, ms: number): Promise<number[]> {
  const times: number[] = []
  for (const until = Date.now() + ms; Date.now() < until; ) {
    const began = performance.now()
    const { status } = await call()
    if (status !== 200) throw new Error(`the call that is timed answered ${status}`)
    times.push(performance.now() - began)
  }
  return times.sort((a, b) => a - b)
}
