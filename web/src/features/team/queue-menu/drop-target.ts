/** Where a dragged option would land: between two rows of the list, at the level the pointer's sideways way says. */
import {
  type DraftTree,
  everyPlace,
  leadsOn,
  type Place,
  type Refusal,
  refusalOf,
  removeOption,
  type Target,
} from './option-tree.ts'

/** Pixels to the side that make a level. */
export const INDENT = 24

/** The options that are shown: those below a closed one are not. */
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
  /** Why it may not stay there; null: it may. */
  refusal: Refusal
}

interface Dragged {
  key: string
  /** The row the pointer is at, and whether below its middle. */
  over: string
  after: boolean
  /** Pixels from where it was taken up. */
  sideways: number
}

/** Null: over itself or what is below it, which stays where it is. */
export function dropTarget(tree: DraftTree, closed: ReadonlySet<string>, dragged: Dragged): Drop | null {
  const { key, over, after, sideways } = dragged
  const from = everyPlace(tree).find(({ node }) => node.key === key)
  if (!from) return null
  const rest = removeOption(tree, key)
  const rows = shownPlaces(rest, closed)
  let gap = rows.findIndex(({ node }) => node.key === over)
  if (gap === -1) {
    // Over its own place: it may still go up or down a level there.
    const mine = shownPlaces(tree, closed).findIndex(({ node }) => node.key === key)
    if (everyPlace([from.node]).every(({ node }) => node.key !== over)) return null
    gap = mine
  } else if (after) gap++
  const before = rows[gap - 1]
  const behind = rows[gap]
  const least = behind?.depth ?? 1
  const most = Math.max(least, before ? before.depth + (leadsOn(before.node) ? 1 : 0) : 1)
  const depth = Math.min(most, Math.max(least, from.depth + Math.round(sideways / INDENT)))
  const target = landing(rows, before, depth)
  return { ...target, depth, refusal: refusalOf(tree, from.node, target.parentKey) }
}

function landing(rows: readonly Place[], before: Place | undefined, depth: number): Target {
  if (!before) return { parentKey: null, index: 0 }
  // A closed option takes it behind those below it.
  if (depth > before.depth) {
    const isOpen = rows.some(({ parent }) => parent?.key === before.node.key)
    return { parentKey: before.node.key, index: isOpen ? 0 : before.node.children.length }
  }
  let beside = before
  while (beside.depth > depth) beside = rows.find(({ node }) => node.key === beside.parent!.key)!
  return { parentKey: beside.parent?.key ?? null, index: beside.index + 1 }
}
