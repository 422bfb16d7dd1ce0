/**
 * A queue's menu during editing: an unsaved tree and the changes to it. No function changes its
 * input.
 */
import {
  MAX_OPTION_LEVELS,
  MAX_OPTIONS_PER_LEVEL,
  type QueueOption,
  type QueueOptionKind,
  type QueueOptionTree,
} from '@balcao/shared/entities/queue-option.ts'
import { type MediaValue, rowMedia } from '#/lib/row-media.ts'

export interface DraftOption {
  /** Key that stays the same from the first key press until after the save. */
  key: string
  /** Id on the server; null while it is not saved. */
  id: string | null
  title: string
  message: string
  kind: QueueOptionKind
  targetQueueId: string | null
  media: MediaValue
  children: DraftOption[]
}

export type DraftTree = readonly DraftOption[]

/**
 * Place of an option: its level is the one below `parent`; `depth` counts from 1, `index` from 0.
 */
export interface Place {
  node: DraftOption
  parent: DraftOption | null
  level: DraftTree
  index: number
  depth: number
}

/**
 * Target of a move: below `parentKey`, before the option at `index` once the moved option itself is
 * removed.
 */
export interface Target {
  parentKey: string | null
  index: number
}

let made = 0
/** Returns a key for this tab alone: the server gives every option its id. */
const newKey = () => `new-${++made}`

export const emptyOption = (): DraftOption => ({
  key: newKey(),
  id: null,
  title: '',
  message: '',
  kind: 'text',
  targetQueueId: null,
  media: null,
  children: [],
})

const draftOf = (option: QueueOption): Omit<DraftOption, 'children'> => ({
  key: option.id,
  id: option.id,
  title: option.title,
  message: option.message,
  kind: option.kind,
  targetQueueId: option.targetQueueId,
  media: rowMedia(option),
})

/**
 * Returns the server's options for editing. `known` keeps the keys of options that were created
 * here.
 */
export function draftTree(options: readonly QueueOptionTree[], known: DraftTree = []): DraftOption[] {
  const keys = new Map(everyPlace(known).flatMap(({ node }) => (node.id ? [[node.id, node.key] as const] : [])))
  const drafts = (level: readonly QueueOptionTree[]): DraftOption[] =>
    [...level]
      .sort((a, b) => a.option - b.option)
      .map(option => ({
        ...draftOf(option),
        key: keys.get(option.id) ?? option.id,
        children: drafts(option.children),
      }))
  return drafts(options)
}

/** Returns every option, each before those below it. */
export function everyPlace(tree: DraftTree, parent: DraftOption | null = null, depth = 1): Place[] {
  return tree.flatMap((node, index) => [
    { node, parent, level: tree, index, depth },
    ...everyPlace(node.children, node, depth + 1),
  ])
}

export const placeOf = (tree: DraftTree, key: string): Place | undefined =>
  everyPlace(tree).find(({ node }) => node.key === key)

const levelOf = (tree: DraftTree, parentKey: string | null): DraftTree =>
  parentKey === null ? tree : (placeOf(tree, parentKey)?.node.children ?? [])

/** Returns the number of levels of an option and those below it: 1 for an option alone. */
export const heightOf = (node: { children: readonly { children: readonly unknown[] }[] }): number =>
  1 + Math.max(0, ...node.children.map(child => heightOf(child as typeof node)))

/** Returns the number of options below one. */
export const countBelow = (node: DraftOption): number => everyPlace(node.children).length

export const changeOption = (tree: DraftTree, key: string, changes: Partial<DraftOption>): DraftOption[] =>
  tree.map(node => {
    if (node.key === key) return { ...node, ...changes }
    const children = changeOption(node.children, key, changes)
    return children.some((child, at) => child !== node.children[at]) ? { ...node, children } : node
  })

export const removeOption = (tree: DraftTree, key: string): DraftOption[] =>
  tree
    .filter(node => node.key !== key)
    .map(node => {
      const children = removeOption(node.children, key)
      const same = children.length === node.children.length && children.every((each, at) => each === node.children[at])
      return same ? node : { ...node, children }
    })

export function insertOption(tree: DraftTree, node: DraftOption, { parentKey, index }: Target): DraftOption[] {
  if (parentKey === null) return tree.toSpliced(index, 0, node)
  const parent = placeOf(tree, parentKey)?.node
  return changeOption(tree, parentKey, { children: (parent?.children ?? []).toSpliced(index, 0, node) })
}

/** Reason why an option cannot be put somewhere; null: it can. */
export type Refusal = 'limit' | 'depth' | 'circle' | null

/**
 * Returns whether `node` may be below `parentKey`; an option already in the tree does not count
 * twice.
 */
export function refusalOf(tree: DraftTree, node: DraftOption, parentKey: string | null): Refusal {
  if (parentKey !== null && everyPlace([node]).some(place => place.node.key === parentKey)) return 'circle'
  const depth = parentKey === null ? 0 : (placeOf(tree, parentKey)?.depth ?? 0)
  if (depth + heightOf(node) > MAX_OPTION_LEVELS) return 'depth'
  const others = levelOf(tree, parentKey).filter(({ key }) => key !== node.key)
  return others.length >= MAX_OPTIONS_PER_LEVEL ? 'limit' : null
}

/** Returns the tree with an option moved; unchanged where the move is refused. */
export function moveOption(tree: DraftTree, key: string, target: Target): DraftTree {
  const node = placeOf(tree, key)?.node
  if (!node || refusalOf(tree, node, target.parentKey) !== null) return tree
  return insertOption(removeOption(tree, key), node, target)
}

export type Step = 'up' | 'down' | 'in' | 'out'

/**
 * Returns the target of a key press: among its siblings, below the one before it, or out after its
 * parent.
 */
export function stepTarget(tree: DraftTree, key: string, step: Step): Target | null {
  const place = placeOf(tree, key)
  if (!place) return null
  const { parent, level, index } = place
  const parentKey = parent?.key ?? null
  switch (step) {
    case 'up':
      return index > 0 ? { parentKey, index: index - 1 } : null
    case 'down':
      return index < level.length - 1 ? { parentKey, index: index + 1 } : null
    case 'in': {
      const before = level[index - 1]
      return before && mayHaveOptions(before) ? { parentKey: before.key, index: before.children.length } : null
    }
    case 'out': {
      if (!parent) return null
      const above = placeOf(tree, parent.key)!
      return { parentKey: above.parent?.key ?? null, index: above.index + 1 }
    }
  }
}

/** Returns whether the contact can reach options below: the other kinds end the menu. */
export const mayHaveOptions = (node: Pick<DraftOption, 'kind'>): boolean => node.kind === 'text'

/**
 * Returns a copy of an option with all options below it. The server's file stays with the original.
 */
export const copyOf = (node: DraftOption): DraftOption => ({
  ...node,
  key: newKey(),
  id: null,
  media: node.media instanceof File ? node.media : null,
  children: node.children.map(copyOf),
})

export type Fault = 'title' | 'target'

/** Returns the errors to correct before a tree can be saved, by key. */
export function faultsOf(tree: DraftTree): Map<string, Fault> {
  const faults = new Map<string, Fault>()
  for (const { node } of everyPlace(tree)) {
    if (node.title.trim() === '') faults.set(node.key, 'title')
    else if (node.kind === 'queue' && node.targetQueueId === null) faults.set(node.key, 'target')
  }
  return faults
}
