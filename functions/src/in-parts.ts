/**
 * Runs `work` for each item, `most` of them at once, and returns the results in the items' order.
 */
export async function inParts<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let i = 0; i < items.length; i += most) results.push(...(await Promise.all(items.slice(i, i + most).map(work))))
  return results
}
