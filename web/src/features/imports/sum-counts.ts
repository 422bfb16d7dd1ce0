import type { DataImportCounts } from '@balcao/shared/entities/data-import.ts'

export const sumOf = (reasons: Record<string, number>): number =>
  Object.values(reasons).reduce((sum, count) => sum + count, 0)

/** Returns the sums over all kinds. */
export function sumCounts(counts: readonly DataImportCounts[]) {
  const sum = (of: (one: DataImportCounts) => number) => counts.reduce((all, one) => all + of(one), 0)
  return {
    read: sum(({ read }) => read),
    taken: sum(({ taken }) => taken),
    alreadyThere: sum(({ alreadyThere }) => alreadyThere),
    joined: sum(({ joined }) => sumOf(joined)),
    refused: sum(({ refused }) => sumOf(refused)),
    changed: sum(({ changed }) => sumOf(changed)),
  }
}
