/**
 * The tree of a queue's menu options: where one may stand, and what its neighbours are numbered then. Pure, over the rows of
 * one queue; a row whose parent is not among them is unreachable and counts for nothing.
 */
import { MOST_OPTION_LEVELS, MOST_OPTIONS, MOST_OPTIONS_PER_LEVEL } from '../entities/queue-option.ts'
import { AppError } from '../errors.ts'

/** What of an option makes the tree. */
export type OptionPlace = {
  id: string
  parentId: string | null
  /** From 1 among its siblings. */
  option: number
}

type Tree<T> = T & { children: Tree<T>[] }

/** By number; two rows that were read while they changed places stand in the order in which they were made. */
const inOrder = (a: OptionPlace, b: OptionPlace): number => a.option - b.option || (a.id < b.id ? -1 : 1)

function levels<T extends OptionPlace>(rows: readonly T[]): Map<string | null, T[]> {
  const byParent = Map.groupBy(rows, row => row.parentId)
  for (const level of byParent.values()) level.sort(inOrder)
  return byParent
}

/** The options below one, or of the whole queue for null, each with everything below it. */
export function optionTree<T extends OptionPlace>(rows: readonly T[], below: string | null = null): Tree<T>[] {
  const byParent = levels(rows)
  const grow = (parentId: string | null): Tree<T>[] =>
    (byParent.get(parentId) ?? []).map(row => ({ ...row, children: grow(row.id) }))
  return grow(below)
}

/** Everything below an option, or all that can be reached for null; parents first, siblings by number. */
export function optionsBelow<T extends OptionPlace>(rows: readonly T[], below: string | null = null): T[] {
  const byParent = levels(rows)
  const walk = (parentId: string | null): T[] => (byParent.get(parentId) ?? []).flatMap(row => [row, ...walk(row.id)])
  return walk(below)
}

/** How many levels stand below an option, itself included. */
function heightOf(byParent: ReadonlyMap<string | null, OptionPlace[]>, id: string): number {
  return 1 + Math.max(0, ...(byParent.get(id) ?? []).map(child => heightOf(byParent, child.id)))
}

/** How many levels there are down to an option; 0 for null. */
function depthOf(rows: readonly OptionPlace[], id: string | null): number {
  let depth = 0
  for (let at = id; at !== null; depth++) at = rows.find(row => row.id === at)?.parentId ?? null
  return depth
}

/** The rows of a level as they are numbered in this order, without those that have their number and parent already. */
const numbered = (level: readonly OptionPlace[], parentId: string | null): OptionPlace[] =>
  level.flatMap((row, i) =>
    row.option === i + 1 && row.parentId === parentId ? [] : [{ id: row.id, parentId, option: i + 1 }],
  )

/**
 * Puts an option, which is among the rows or new, below `parentId` at the place `option`: the last one where it says none, or
 * more than there are. Answers every option whose place changes. Throws ERR_NO_QUEUE_OPTION_FOUND for a parent that is not
 * there, ERR_QUEUE_OPTION_CIRCLE, ERR_QUEUE_OPTION_DEPTH, ERR_QUEUE_OPTION_LIMIT.
 */
export function placeOption(
  rows: readonly OptionPlace[],
  id: string,
  { parentId, option }: { parentId: string | null; option?: number | undefined },
): OptionPlace[] {
  const reached = optionsBelow(rows)
  const byParent = levels(reached)
  const known = reached.find(row => row.id === id)
  if (parentId !== null && !reached.some(row => row.id === parentId)) throw new AppError('ERR_NO_QUEUE_OPTION_FOUND')
  if (parentId === id || (known && optionsBelow(reached, id).some(row => row.id === parentId)))
    throw new AppError('ERR_QUEUE_OPTION_CIRCLE')
  if (depthOf(reached, parentId) + heightOf(byParent, id) > MOST_OPTION_LEVELS)
    throw new AppError('ERR_QUEUE_OPTION_DEPTH')
  const siblings = (byParent.get(parentId) ?? []).filter(row => row.id !== id)
  if (siblings.length >= MOST_OPTIONS_PER_LEVEL || (!known && reached.length >= MOST_OPTIONS))
    throw new AppError('ERR_QUEUE_OPTION_LIMIT')
  const at = Math.min(option ?? Number.POSITIVE_INFINITY, siblings.length + 1)
  const placed = known ?? { id, parentId, option: 0 }
  return [
    ...numbered(siblings.toSpliced(at - 1, 0, placed), parentId),
    ...(known && known.parentId !== parentId ? closeGap(reached, known) : []),
  ]
}

/** What changes among the siblings of an option that leaves them. */
export const closeGap = (rows: readonly OptionPlace[], gone: OptionPlace): OptionPlace[] =>
  numbered(levels(rows.filter(row => row.id !== gone.id)).get(gone.parentId) ?? [], gone.parentId)
