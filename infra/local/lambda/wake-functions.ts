import type { Functions } from './create-functions.ts'

/**
 * Loads functions when the product starts and when somebody opens the web, while that person finds
 * the way or types the password. Loads one after the other, so that requests find a free processor,
 * and so that they do not delay the start.
 * @param onBroken called for each function that cannot be loaded
 * @returns a function to call at each such moment; it costs nothing when all are loaded. Its promise
 * resolves once those that have room are loaded, or are known to be broken.
 */
export function wakeFunctions(
  functions: Pick<Functions, 'warm' | 'isLoaded' | 'isFull'>,
  names: Iterable<string>,
  onBroken: (name: string) => void = () => {},
): () => Promise<void> {
  let waking: Promise<void> | undefined
  const wake = async () => {
    for (const name of names) {
      // Loading ahead must not end a function that was just used.
      if (functions.isLoaded(name) || functions.isFull()) continue
      await functions.warm(name).catch(() => onBroken(name))
    }
  }
  return () => {
    waking ??= wake().finally(() => {
      waking = undefined
    })
    return waking
  }
}
