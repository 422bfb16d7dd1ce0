/** Computes the calls after which the server has the tree on screen. */
import {
  MAX_OPTION_LEVELS,
  MAX_OPTIONS_PER_LEVEL,
  type QueueOption,
  type QueueOptionTree,
} from '@balcao/shared/entities/queue-option.ts'
import { type DraftOption, type DraftTree, everyPlace, heightOf } from './option-tree.ts'

/** Text and kind of an option, as the server takes them. */
type Fields = Pick<QueueOptionTree, 'title' | 'message' | 'kind' | 'targetQueueId'>

/** One call. `option` counts from 1; ids are the server's. */
export type SaveStep =
  | ({ type: 'create'; parentId: string | null; option: number; fields: Fields } & SentFile)
  | ({ type: 'update'; id: string; parentId?: string | null; option?: number; fields: Partial<Fields> } & SentFile)
  | { type: 'remove'; id: string }

/** File sent with an option: `file` sets it, null removes it, absent keeps it. */
type SentFile = { key: string; file?: File | null }

type Saved = { node: QueueOptionTree; parentId: string | null; depth: number }

const savedPlaces = (level: readonly QueueOptionTree[], parentId: string | null = null, depth = 1): Saved[] =>
  [...level]
    .sort((a, b) => a.option - b.option)
    .flatMap(node => [{ node, parentId, depth }, ...savedPlaces(node.children, node.id, depth + 1)])

const fieldsOf = (node: DraftOption): Fields => ({
  title: node.title.trim(),
  message: node.message,
  kind: node.kind,
  targetQueueId: node.kind === 'queue' ? node.targetQueueId : null,
})

function changesOf(node: DraftOption, saved: QueueOptionTree): Partial<Fields> {
  const wanted = fieldsOf(node)
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) => saved[name as keyof Fields] !== value),
  ) as Partial<Fields>
}

/** Returns the change of an option's file. */
const sentFileOf = ({ key, media }: DraftOption, saved?: QueueOptionTree): SentFile => {
  if (media instanceof File) return { key, file: media }
  return media === null && saved && saved.mediaPath !== null ? { key, file: null } : { key }
}

/**
 * Returns the next call from the saved tree to the wanted one; null when they are equal. It is
 * computed again after each call, so that it continues after a failure or an edit. Each call brings
 * the two closer: first options are removed that have nothing wanted below them, then the levels
 * are sorted with one move for each option that is out of order, then the topmost options are added
 * or moved that are missing or come from elsewhere and already fit in.
 */
export function nextStep(savedTree: readonly QueueOptionTree[], wanted: DraftTree): SaveStep | null {
  const saved = savedPlaces(savedTree)
  const idsBelow = Map.groupBy(saved, place => place.parentId)
  const savedById = new Map(saved.map(place => [place.node.id, place]))
  const places = everyPlace(wanted)
  const kept = new Set(places.flatMap(({ node }) => (node.id ? [node.id] : [])))

  const gone = saved.find(
    ({ node }) => !kept.has(node.id) && !savedPlaces(node.children).some(below => kept.has(below.node.id)),
  )
  if (gone) return { type: 'remove', id: gone.node.id }

  const candidates: { step: SaveStep; fits: boolean }[] = []
  const levels: { parent: DraftOption | null; level: DraftTree }[] = [
    { parent: null, level: wanted },
    ...places.map(({ node }) => ({ parent: node, level: node.children })),
  ]
  for (const { parent, level } of levels) {
    // An option the server does not have yet cannot have options below it.
    if (parent && !(parent.id && savedById.has(parent.id))) continue
    const parentId = parent?.id ?? null
    const there = (idsBelow.get(parentId) ?? []).map(({ node }) => node.id)
    const above = parentId === null ? 0 : savedById.get(parentId)!.depth
    const staying = inOrder(level.flatMap(({ id }) => (id ? [there.indexOf(id)] : [])).filter(at => at !== -1))
    let before = -1
    for (const node of level) {
      const place = node.id ? savedById.get(node.id) : undefined
      const at = node.id ? there.indexOf(node.id) : -1
      const option = before + 2
      if (!place) {
        const step: SaveStep = { type: 'create', ...sentFileOf(node), parentId, option, fields: fieldsOf(node) }
        candidates.push({ step, fits: there.length < MAX_OPTIONS_PER_LEVEL && above < MAX_OPTION_LEVELS })
      } else if (place.parentId !== parentId) {
        const fields = changesOf(node, place.node)
        const fits =
          there.length < MAX_OPTIONS_PER_LEVEL &&
          above + heightOf(place.node) <= MAX_OPTION_LEVELS &&
          !savedPlaces([place.node]).some(below => below.node.id === parentId)
        const sentFile = sentFileOf(node, place.node)
        candidates.push({ step: { type: 'update', id: place.node.id, ...sentFile, parentId, option, fields }, fits })
      } else if (!staying.has(at)) {
        const fields = changesOf(node, place.node)
        // Removed from before its target, it shifts the target by one.
        const to = at < before ? option - 1 : option
        return { type: 'update', id: place.node.id, ...sentFileOf(node, place.node), option: to, fields }
      }
      if (at !== -1) before = at
    }
  }
  const next = candidates.find(({ fits }) => fits) ?? candidates[0]
  if (next) return next.step

  for (const { node } of places) {
    const place = node.id ? savedById.get(node.id) : undefined
    if (!place) continue
    const fields = changesOf(node, place.node)
    const sentFile = sentFileOf(node, place.node)
    if (Object.keys(fields).length > 0 || sentFile.file !== undefined)
      return { type: 'update', id: place.node.id, ...sentFile, fields }
  }
  return null
}

/** Returns the positions that may stay while the others are moved: a longest increasing run. */
function inOrder(positions: number[]): Set<number> {
  const best: { length: number; from: number }[] = []
  let last = -1
  for (const [i, position] of positions.entries()) {
    let from = -1
    for (let j = 0; j < i; j++)
      if (positions[j]! < position && (from === -1 || best[j]!.length > best[from]!.length)) from = j
    best.push({ length: from === -1 ? 1 : best[from]!.length + 1, from })
    if (last === -1 || best[i]!.length > best[last]!.length) last = i
  }
  const staying = new Set<number>()
  for (let i = last; i !== -1; i = best[i]!.from) staying.add(positions[i]!)
  return staying
}

/**
 * Returns the saved tree after a call that answered `row` (null for a removal). The requested
 * values count more than the answer's, so that a value the server normalizes is not sent twice.
 * Siblings are renumbered as the server does it.
 */
export function afterStep(
  savedTree: readonly QueueOptionTree[],
  step: SaveStep,
  answer: QueueOption | null,
): QueueOptionTree[] {
  const id = step.type === 'create' ? answer!.id : step.id
  const row = answer && asAsked(answer, step)
  let children: QueueOptionTree[] = []
  const without = (level: readonly QueueOptionTree[]): QueueOptionTree[] =>
    numbered(
      level.flatMap(node => {
        if (node.id !== id) return [{ ...node, children: without(node.children) }]
        children = node.children
        return []
      }),
    )
  const rest = without(savedTree)
  if (!row) return rest
  const put = (level: readonly QueueOptionTree[], parentId: string | null): QueueOptionTree[] => {
    const nodes = level.map(node => ({ ...node, children: put(node.children, node.id) }))
    return parentId === row.parentId ? numbered(nodes.toSpliced(row.option - 1, 0, { ...row, children })) : nodes
  }
  return put(rest, null)
}

function asAsked(row: QueueOption, step: SaveStep): QueueOption {
  if (step.type === 'remove') return row
  const { parentId = row.parentId, option = row.option, fields } = step
  return { ...row, ...fields, parentId, option }
}

const numbered = (level: readonly QueueOptionTree[]): QueueOptionTree[] =>
  [...level].sort((a, b) => a.option - b.option).map((node, at) => ({ ...node, option: at + 1 }))
