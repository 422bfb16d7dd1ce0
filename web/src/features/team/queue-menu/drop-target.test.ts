import { describe, expect, it } from 'vitest'
import { dropTarget, INDENT } from './drop-target.ts'
import { type DraftOption, emptyOption } from './option-tree.ts'

const option = (key: string, children: DraftOption[] = [], changes: Partial<DraftOption> = {}): DraftOption => ({
  ...emptyOption(),
  key,
  children,
  ...changes,
})
const tree = [option('a', [option('a1'), option('a2')]), option('b'), option('end', [], { kind: 'close' })]
const none = new Set<string>()
const drag = (key: string, over: string, after: boolean, levels = 0, closed: ReadonlySet<string> = none) =>
  dropTarget(tree, closed, { key, over, after, sideways: levels * INDENT })

describe('a dragged option', () => {
  it('lands between the rows, on its own level', () => {
    expect(drag('b', 'a', false)).toMatchObject({ parentKey: null, index: 0, depth: 1, refusal: null })
    expect(drag('a2', 'a1', false)).toMatchObject({ parentKey: 'a', index: 0, depth: 2 })
  })

  it('goes a level down or up with the pointer, as far as its neighbours allow', () => {
    expect(drag('b', 'a2', true, 1)).toMatchObject({ parentKey: 'a', index: 2, depth: 2 })
    expect(drag('b', 'a2', true, 5)).toMatchObject({ parentKey: 'a2', index: 0, depth: 3 })
    expect(drag('b', 'a1', true, -3)).toMatchObject({ parentKey: 'a', index: 1, depth: 2 })
    expect(drag('a2', 'a2', false, -1)).toMatchObject({ parentKey: null, index: 1, depth: 1 })
  })

  it('never lands below what leads nowhere, nor within itself', () => {
    expect(drag('b', 'end', true, 1)).toMatchObject({ parentKey: null, index: 2, depth: 1 })
    expect(drag('a', 'a1', true, 3)).toMatchObject({ parentKey: null, index: 0, depth: 1 })
  })

  it('joins those below a closed option at their end', () => {
    expect(drag('b', 'a', true, 1, new Set(['a']))).toMatchObject({ parentKey: 'a', index: 2, depth: 2 })
  })

  it('says what is against it', () => {
    const deep = (levels: number): DraftOption => option(`d${levels}`, levels > 1 ? [deep(levels - 1)] : [])
    const full = [deep(10), option('x')]
    expect(dropTarget(full, none, { key: 'x', over: 'd1', after: true, sideways: 10 * INDENT })).toMatchObject({
      parentKey: 'd1',
      refusal: 'depth',
    })
  })
})
