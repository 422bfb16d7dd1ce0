/**
 * Tree of a queue's menu options: allowed places and the numbers of siblings. Pure, over the rows
 * of one queue; a row whose parent is missing is unreachable and ignored.
 */
import { MAX_OPTION_LEVELS, MAX_OPTIONS, MAX_OPTIONS_PER_LEVEL } from '../entities/queue-option.ts'
import { AppError } from '../errors.ts'

/** Fields of an option that form the tree. */
export type OptionPlace = {
  id: string
  parentId: string | null
  /** Number from 1 among its siblings. */
  option: number
}

type Tree<T> = T & { children: Tree<T>[] }

/** Sorts by number; two rows that were read while they swapped places are ordered by creation. */
const inOrder = (a: OptionPlace, b: OptionPlace): number => a.option - b.option || (a.id < b.id ? -1 : 1)

function levels<T extends OptionPlace>(rows: readonly T[]): Map<string | null, T[]> {
  const byParent = Map.groupBy(rows, row => row.parentId)
  for (const level of byParent.values()) level.sort(inOrder)
  return byParent
}

/** Returns the options below one, or of the whole queue for null, each with everything below it. */
export function optionTree<T extends OptionPlace>(rows: readonly T[], below: string | null = null): Tree<T>[] {
  const byParent = levels(rows)
  const grow = (parentId: string | null): Tree<T>[] =>
    (byParent.get(parentId) ?? []).map(row => ({ ...row, children: grow(row.id) }))
  return grow(below)
}

/**
 * Returns everything below an option, or all reachable options for null; parents first, siblings by
 * number.
 */
export function optionsBelow<T extends OptionPlace>(rows: readonly T[], below: string | null = null): T[] {
  const byParent = levels(rows)
  const walk = (parentId: string | null): T[] => (byParent.get(parentId) ?? []).flatMap(row => [row, ...walk(row.id)])
  return walk(below)
}

/** Returns the number of levels from an option down, itself included. */
function heightOf(byParent: ReadonlyMap<string | null, OptionPlace[]>, id: string): number {
  return 1 + Math.max(0, ...(byParent.get(id) ?? []).map(child => heightOf(byParent, child.id)))
}

/** Returns the number of levels down to an option; 0 for null. */
function depthOf(rows: readonly OptionPlace[], id: string | null): number {
  let depth = 0
  for (let at = id; at !== null; depth++) at = rows.find(row => row.id === at)?.parentId ?? null
  return depth
}

/** Returns the rows of a level that get another number or parent when numbered in this order. */
const numbered = (level: readonly OptionPlace[], parentId: string | null): OptionPlace[] =>
  level.flatMap((row, i) =>
    row.option === i + 1 && row.parentId === parentId ? [] : [{ id: row.id, parentId, option: i + 1 }],
  )

/**
 * Puts an existing or new option below `parentId` at the place `option`: last if it has none, or
 * one beyond the end. Returns every option whose place changes. Throws ERR_NO_QUEUE_OPTION_FOUND
 * for a missing parent, ERR_QUEUE_OPTION_CIRCLE, ERR_QUEUE_OPTION_DEPTH, ERR_QUEUE_OPTION_LIMIT.
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
  if (depthOf(reached, parentId) + heightOf(byParent, id) > MAX_OPTION_LEVELS)
    throw new AppError('ERR_QUEUE_OPTION_DEPTH')
  const siblings = (byParent.get(parentId) ?? []).filter(row => row.id !== id)
  if (siblings.length >= MAX_OPTIONS_PER_LEVEL || (!known && reached.length >= MAX_OPTIONS))
    throw new AppError('ERR_QUEUE_OPTION_LIMIT')
  const at = Math.min(option ?? Number.POSITIVE_INFINITY, siblings.length + 1)
  const placed = known ?? { id, parentId, option: 0 }
  return [
    ...numbered(siblings.toSpliced(at - 1, 0, placed), parentId),
    ...(known && known.parentId !== parentId ? closeGap(reached, known) : []),
  ]
}

/** Returns the siblings whose number changes when an option is removed. */
export const closeGap = (rows: readonly OptionPlace[], gone: OptionPlace): OptionPlace[] =>
  numbered(levels(rows.filter(row => row.id !== gone.id)).get(gone.parentId) ?? [], gone.parentId)
