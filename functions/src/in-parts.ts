/**
 * Runs `work` for each item, `most` of them at once, and returns the results in the items' order.
 * The next one begins as soon as one ends: a call is prepared while others are under way. None
 * begins after one has failed.
 */
export async function inParts<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  async function runNext(): Promise<void> {
    try {
      while (next < items.length) {
        const place = next++
        results[place] = await work(items[place]!)
      }
    } catch (error) {
      next = items.length
      throw error
    }
  }
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, runNext))
  return results
}
