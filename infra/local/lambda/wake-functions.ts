import type { Functions } from './create-functions.ts'

/**
 * The product has started, or somebody opens the web: what they will ask for is loaded while they find their way or type their password.
 * One function after the other, so that what they ask for at once finds a free processor, and that a start is not the sum of them all.
 * @param onBroken told of each that cannot be loaded
 * @returns to be called at each such time; costs nothing when all are there
 */
export function wakeFunctions(
  functions: Pick<Functions, 'warm'>,
  names: Iterable<string>,
  onBroken: (name: string) => void = () => {},
): () => void {
  let waking = false
  const wake = async () => {
    for (const name of names) await functions.warm(name).catch(() => onBroken(name))
    waking = false
  }
  return () => {
    if (waking) return
    waking = true
    void wake()
  }
}
