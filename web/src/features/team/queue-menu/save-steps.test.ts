import type { QueueOption, QueueOptionTree } from '@balcao/shared/entities/queue-option.ts'
import { newId } from '@balcao/shared/ids.ts'
import { closeGap, optionsBelow, optionTree, placeOption } from '@balcao/shared/rules/option-tree.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  changeOption,
  copyOf,
  type DraftOption,
  type DraftTree,
  draftTree,
  emptyOption,
  everyPlace,
  insertOption,
  moveOption,
  placeOf,
  refusalOf,
  removeOption,
  stepTarget,
} from './option-tree.ts'
import { afterStep, nextStep, type SaveStep } from './save-steps.ts'

const titled = (title: string, children: DraftOption[] = []): DraftOption => ({ ...emptyOption(), title, children })

/** Returns the part of a row about a file that comes with it, or is removed. */
function kept(file: File | null | undefined): Partial<QueueOption> {
  if (file === undefined) return {}
  if (file === null) return { mediaPath: null, mediaName: null, mediaType: null }
  return { mediaPath: 'link', mediaName: file.name, mediaType: 'application' }
}

/** Rows as the server keeps them, changed by its own rules; it refuses what they refuse. */
function server(start: DraftTree = []) {
  let rows: QueueOption[] = []
  const row = (fields: Partial<QueueOption>): QueueOption => ({
    id: newId(),
    queueId: 'fila',
    parentId: null,
    title: '',
    message: '',
    option: 0,
    kind: 'text',
    targetQueueId: null,
    mediaPath: null,
    mediaName: null,
    mediaType: null,
    createdAt: '',
    updatedAt: '',
    ...fields,
  })
  const write = (changed: QueueOption, places: ReturnType<typeof placeOption>) => {
    rows = [...rows.filter(({ id }) => id !== changed.id), changed].map(each => ({
      ...each,
      ...places.find(({ id }) => id === each.id),
    }))
    return rows.find(({ id }) => id === changed.id)!
  }
  const answer = (step: SaveStep): QueueOption | null => {
    if (step.type === 'create') {
      const made = { ...row(step.fields), ...kept(step.file) }
      return write(made, placeOption(rows, made.id, step))
    }
    const found = rows.find(({ id }) => id === step.id)!
    if (step.type === 'update') {
      const { parentId = found.parentId, option, fields } = step
      const stays = parentId === found.parentId && option === undefined
      return write(
        { ...found, ...fields, ...kept(step.file) },
        stays ? [] : placeOption(rows, found.id, { parentId, option }),
      )
    }
    const places = closeGap(rows, found)
    const gone = new Set([found.id, ...optionsBelow(rows, found.id).map(({ id }) => id)])
    rows = rows.filter(({ id }) => !gone.has(id)).map(each => ({ ...each, ...places.find(({ id }) => id === each.id) }))
    return null
  }
  const tree = (): QueueOptionTree[] => optionTree(rows)
  const begun = save({ tree, answer }, start)
  return { tree, answer, begun }
}

/** Everything a save does, and how many calls it takes. */
function save(to: Pick<ReturnType<typeof server>, 'tree' | 'answer'>, wanted: DraftTree) {
  let draft = wanted
  let saved: QueueOptionTree[] = to.tree()
  const steps: SaveStep[] = []
  for (let step = nextStep(saved, draft); step; step = nextStep(saved, draft)) {
    steps.push(step)
    if (steps.length > 500) throw new Error('does not come to an end')
    const row = to.answer(step)
    saved = afterStep(saved, step, row)
    if (step.type === 'create') draft = changeOption(draft, step.key, { id: row!.id })
    if (step.type !== 'remove' && step.file)
      draft = changeOption(draft, step.key, { media: { path: 'link', name: step.file.name, type: 'application' } })
  }
  return { draft, saved, steps }
}

type Shape = [title: string, below: Shape[]]
const shape = (tree: readonly { title: string; children: readonly unknown[] }[]): Shape[] =>
  tree.map(({ title, children }) => [title, shape(children as never)])

describe('saving a tree', () => {
  it('makes what is new, parents first, in its order', () => {
    const wanted = [titled('Preços', [titled('Bolos'), titled('Pães')]), titled('Horário')]
    const to = server()
    save(to, wanted)
    expect(shape(to.tree())).toEqual([
      [
        'Preços',
        [
          ['Bolos', []],
          ['Pães', []],
        ],
      ],
      ['Horário', []],
    ])
  })

  it('takes one call for an option moved from the first place to the last', () => {
    const to = server(['a', 'b', 'c', 'd', 'e'].map(title => titled(title)))
    const draft = draftTree(to.tree())
    const { steps } = save(to, moveOption(draft, draft[0]!.key, { parentKey: null, index: 4 }))
    expect(steps).toHaveLength(1)
    expect(shape(to.tree()).map(([title]) => title)).toEqual(['b', 'c', 'd', 'e', 'a'])
  })

  it('turns parent and child around, and keeps what was below a removed option', () => {
    const to = server([titled('a', [titled('b', [titled('c')])])])
    const [a] = draftTree(to.tree())
    const b = a!.children[0]!
    save(to, [{ ...b, children: [{ ...a!, children: [] }] }])
    expect(shape(to.tree())).toEqual([['b', [['a', []]]]])
    const now = draftTree(to.tree())
    save(to, now[0]!.children)
    expect(shape(to.tree())).toEqual([['a', []]])
  })

  it('sends a file with its option, once, and takes it away', () => {
    const to = server()
    const file = new File(['x'], 'preços.pdf')
    const { steps, draft } = save(to, [{ ...titled('Preços'), media: file }])
    expect(steps).toMatchObject([{ type: 'create', file }])
    const other = new File(['y'], 'novos.pdf')
    const again = save(to, changeOption(draft, draft[0]!.key, { media: other, title: 'Tabela' }))
    expect(again.steps).toMatchObject([{ type: 'update', file: other, fields: { title: 'Tabela' } }])
    const bare = save(to, changeOption(again.draft, draft[0]!.key, { media: null }))
    expect(bare.steps).toMatchObject([{ type: 'update', file: null, fields: {} }])
    expect(to.tree()[0]?.mediaPath).toBeNull()
  })

  it('has nothing to do where nothing was changed, whatever the spaces around a title', () => {
    const to = server([titled('Preços')])
    const [preços] = draftTree(to.tree())
    expect(nextStep(to.tree(), [{ ...preços!, title: ' Preços ' }])).toBeNull()
  })

  it('comes from any tree to any other, and is never refused', () => {
    const edits = fc.array(
      fc.record({
        what: fc.constantFrom('add', 'remove', 'move', 'rename', 'copy', 'step'),
        at: fc.nat(),
        to: fc.nat(),
        index: fc.nat(5),
        step: fc.constantFrom('up' as const, 'down' as const, 'in' as const, 'out' as const),
      }),
      { maxLength: 25 },
    )
    type Edit = typeof edits extends fc.Arbitrary<(infer E)[]> ? E : never
    const edited = (tree: DraftTree, { what, at, to, index, step }: Edit): DraftTree => {
      const places = everyPlace(tree)
      const place = places[at % (places.length || 1)]
      const target = places[to % (places.length + 1)]?.node.key ?? null
      if (what === 'add' || !place) {
        const node = titled(`n${at}`)
        return refusalOf(tree, node, target) ? tree : insertOption(tree, node, { parentKey: target, index })
      }
      if (what === 'remove') return removeOption(tree, place.node.key)
      if (what === 'move') return moveOption(tree, place.node.key, { parentKey: target, index })
      if (what === 'rename') return changeOption(tree, place.node.key, { title: `r${at}` })
      const copy = copyOf(place.node)
      if (what === 'copy')
        return refusalOf(tree, copy, target) ? tree : insertOption(tree, copy, { parentKey: target, index })
      const way = stepTarget(tree, place.node.key, step)
      return way ? moveOption(tree, place.node.key, way) : tree
    }
    fc.assert(
      fc.property(edits, edits, (first, then) => {
        const start = first.reduce(edited, [] as DraftTree)
        const to = server(start)
        expect(shape(to.tree())).toEqual(shape(start))
        const wanted = then.reduce(edited, draftTree(to.tree()) as DraftTree)
        const { draft, saved } = save(to, wanted)
        expect(shape(to.tree())).toEqual(shape(wanted))
        expect(saved.map(({ id }) => id)).toEqual(to.tree().map(({ id }) => id))
        expect(everyPlace(draft).every(({ node }) => node.id !== null)).toBe(true)
        expect(placeOf(draft, wanted[0]?.key ?? '')?.node.title).toEqual(wanted[0]?.title)
      }),
      { numRuns: 150 },
    )
  })
})
