/** What is left to do so that the server has the tree that is on screen. */
import {
  MOST_OPTION_LEVELS,
  MOST_OPTIONS_PER_LEVEL,
  type QueueOption,
  type QueueOptionTree,
} from '@balcao/shared/entities/queue-option.ts'
import { type DraftOption, type DraftTree, everyPlace, heightOf } from './option-tree.ts'

/** The fields of an option that are text and choice, as the server takes them. */
type Fields = Pick<QueueOptionTree, 'title' | 'message' | 'kind' | 'targetQueueId'>

/** One call. `option` counts from 1; ids are the server's. */
export type SaveStep =
  | ({ type: 'create'; parentId: string | null; option: number; fields: Fields } & Carried)
  | ({ type: 'update'; id: string; parentId?: string | null; option?: number; fields: Partial<Fields> } & Carried)
  | { type: 'remove'; id: string }

/** What goes along with an option: `file` to be its file, null to take it away, absent where it stays. */
type Carried = { key: string; file?: File | null }

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

/** What becomes of an option's file. */
const carriedBy = ({ key, media }: DraftOption, saved?: QueueOptionTree): Carried => {
  if (media instanceof File) return { key, file: media }
  return media === null && saved && saved.mediaPath !== null ? { key, file: null } : { key }
}

/**
 * The next call on the way from what is saved to what is wanted; null when they are the same. Asked again after each call,
 * so that a failure in between, or an edit, is where it goes on. Each call brings the two closer: options with nothing below
 * that is still wanted go first, then levels are put in order with one move for each option that is out of it, then the
 * topmost options that are missing or come from elsewhere and fit in already.
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
    // Below an option that the server has not got yet nothing can be put.
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
        const step: SaveStep = { type: 'create', ...carriedBy(node), parentId, option, fields: fieldsOf(node) }
        candidates.push({ step, fits: there.length < MOST_OPTIONS_PER_LEVEL && above < MOST_OPTION_LEVELS })
      } else if (place.parentId !== parentId) {
        const fields = changesOf(node, place.node)
        const fits =
          there.length < MOST_OPTIONS_PER_LEVEL &&
          above + heightOf(place.node) <= MOST_OPTION_LEVELS &&
          !savedPlaces([place.node]).some(below => below.node.id === parentId)
        const carried = carriedBy(node, place.node)
        candidates.push({ step: { type: 'update', id: place.node.id, ...carried, parentId, option, fields }, fits })
      } else if (!staying.has(at)) {
        const fields = changesOf(node, place.node)
        // Taken out from before its place it makes the room it then takes.
        const to = at < before ? option - 1 : option
        return { type: 'update', id: place.node.id, ...carriedBy(node, place.node), option: to, fields }
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
    const carried = carriedBy(node, place.node)
    if (Object.keys(fields).length > 0 || carried.file !== undefined)
      return { type: 'update', id: place.node.id, ...carried, fields }
  }
  return null
}

/** Positions that may stay where they are while the others are moved: a longest run that rises. */
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
 * What is saved after a call that answered `row` (null for a removal). What was asked for counts more than what the answer
 * repeats of it, so that no way of writing it down is asked for twice. Siblings are numbered again as the server does it.
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
