/**
 * Finds the place where a dragged option would land: between two rows of the list, at the level
 * given by the pointer's horizontal distance.
 */
import {
  type DraftTree,
  everyPlace,
  mayHaveOptions,
  type Place,
  type Refusal,
  refusalOf,
  removeOption,
  type Target,
} from './option-tree.ts'

/** Horizontal distance of one level, px. */
export const INDENT = 24

/** Returns the visible options: those below a closed one are not. */
export function shownPlaces(tree: DraftTree, closed: ReadonlySet<string>): Place[] {
  const hidden = new Set<string>()
  return everyPlace(tree).filter(({ node, parent }) => {
    const shown = parent === null || !(hidden.has(parent.key) || closed.has(parent.key))
    if (!shown) hidden.add(node.key)
    return shown
  })
}

export interface Drop extends Target {
  depth: number
  /** Reason why it may not be dropped there; null: it may. */
  refusal: Refusal
}

interface Dragged {
  key: string
  /** Key of the row under the pointer, and whether the pointer is below its middle. */
  over: string
  after: boolean
  /** Horizontal distance from the start of the drag, px. */
  sideways: number
}

/**
 * Returns the target; null over the option itself or the options below it, which stay where they
 * are.
 */
export function dropTarget(tree: DraftTree, closed: ReadonlySet<string>, dragged: Dragged): Drop | null {
  const { key, over, after, sideways } = dragged
  const from = everyPlace(tree).find(({ node }) => node.key === key)
  if (!from) return null
  const rest = removeOption(tree, key)
  const rows = shownPlaces(rest, closed)
  let gap = rows.findIndex(({ node }) => node.key === over)
  if (gap === -1) {
    // Over its own place it may still go up or down a level.
    const mine = shownPlaces(tree, closed).findIndex(({ node }) => node.key === key)
    if (everyPlace([from.node]).every(({ node }) => node.key !== over)) return null
    gap = mine
  } else if (after) gap++
  const before = rows[gap - 1]
  const behind = rows[gap]
  const least = behind?.depth ?? 1
  const most = Math.max(least, before ? before.depth + (mayHaveOptions(before.node) ? 1 : 0) : 1)
  const depth = Math.min(most, Math.max(least, from.depth + Math.round(sideways / INDENT)))
  const target = landing(rows, before, depth)
  return { ...target, depth, refusal: refusalOf(tree, from.node, target.parentKey) }
}

function landing(rows: readonly Place[], before: Place | undefined, depth: number): Target {
  if (!before) return { parentKey: null, index: 0 }
  // Below a closed option it lands after that option's own options.
  if (depth > before.depth) {
    const isOpen = rows.some(({ parent }) => parent?.key === before.node.key)
    return { parentKey: before.node.key, index: isOpen ? 0 : before.node.children.length }
  }
  let beside = before
  while (beside.depth > depth) beside = rows.find(({ node }) => node.key === beside.parent!.key)!
  return { parentKey: beside.parent?.key ?? null, index: beside.index + 1 }
}
