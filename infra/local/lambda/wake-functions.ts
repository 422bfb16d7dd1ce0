import type { Functions } from './create-functions.ts'

/**
 * Somebody opens the web: what they will ask for is loaded while they type their password. One function after the other, so that
 * what they ask for at once finds a free processor.
 * @returns to be called at each opening; costs nothing when all are there
 */
export function wakeFunctions(functions: Pick<Functions, 'warm'>, names: Iterable<string>): () => void {
  let waking = false
  const wake = async () => {
    for (const name of names) await functions.warm(name).catch(() => undefined)
    waking = false
  }
  return () => {
    if (waking) return
    waking = true
    void wake()
  }
}
