import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_OPTION_LEVELS, MAX_OPTIONS, MAX_OPTIONS_PER_LEVEL } from '../entities/queue-option.ts'
import { AppError, type ErrorCode } from '../errors.ts'
import { closeGap, type OptionPlace, optionsBelow, optionTree, placeOption } from './option-tree.ts'

/** Returns the rows with some of them moved, and with a new one. */
function applied(rows: readonly OptionPlace[], places: readonly OptionPlace[]): OptionPlace[] {
  const moved = new Map(places.map(place => [place.id, place]))
  return [
    ...rows.map(row => moved.get(row.id) ?? row),
    ...places.filter(place => !rows.some(row => row.id === place.id)),
  ]
}

const put = (rows: readonly OptionPlace[], id: string, parentId: string | null = null, option?: number) =>
  applied(rows, placeOption(rows, id, { parentId, option }))

function removed(rows: readonly OptionPlace[], id: string): OptionPlace[] {
  const row = rows.find(each => each.id === id)!
  const left = applied(rows, closeGap(rows, row)).filter(each => each.id !== id)
  return optionsBelow(left)
}

/** Returns `1 a`, and two spaces further in the options below it. */
const drawn = (rows: readonly OptionPlace[]): string[] => {
  const draw = (nodes: ReturnType<typeof optionTree<OptionPlace>>, inwards: string): string[] =>
    nodes.flatMap(({ option, id, children }) => [`${inwards}${option} ${id}`, ...draw(children, `${inwards}  `)])
  return draw(optionTree(rows), '')
}

const codeOf = (act: () => unknown): ErrorCode | undefined => {
  try {
    act()
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

const sample = (): OptionPlace[] => {
  const roots = put(put(put([], 'a'), 'b'), 'c')
  return put(put(put(roots, 'b1', 'b'), 'b2', 'b'), 'b21', 'b2')
}

describe('a new option', () => {
  it('is the last of its level, or has its own place, and the later ones move', () => {
    expect(drawn(sample())).toEqual(['1 a', '2 b', '  1 b1', '  2 b2', '    1 b21', '3 c'])
    expect(drawn(put(sample(), 'x', null, 2))).toEqual(['1 a', '2 x', '3 b', '  1 b1', '  2 b2', '    1 b21', '4 c'])
    expect(drawn(put(sample(), 'x', 'b', 40))).toEqual(['1 a', '2 b', '  1 b1', '  2 b2', '    1 b21', '  3 x', '3 c'])
  })

  it('names nobody else whose place stays', () => {
    expect(placeOption(sample(), 'x', { parentId: 'b' })).toEqual([{ id: 'x', parentId: 'b', option: 3 }])
  })

  it('is refused below one that is not there, or that nothing leads to', () => {
    expect(codeOf(() => put(sample(), 'x', 'nobody'))).toBe('ERR_NO_QUEUE_OPTION_FOUND')
    const orphaned = [...sample(), { id: 'lost', parentId: 'gone', option: 1 }]
    expect(codeOf(() => put(orphaned, 'x', 'lost'))).toBe('ERR_NO_QUEUE_OPTION_FOUND')
    expect(optionsBelow(orphaned).map(({ id }) => id)).not.toContain('lost')
  })

  it(`is refused as the ${MAX_OPTIONS_PER_LEVEL + 1}st of a level, and beyond ${MAX_OPTIONS} of a queue`, () => {
    let rows: OptionPlace[] = []
    for (let i = 0; i < MAX_OPTIONS_PER_LEVEL; i++) rows = put(rows, `r${i}`)
    expect(codeOf(() => put(rows, 'x'))).toBe('ERR_QUEUE_OPTION_LIMIT')
    for (let i = rows.length; i < MAX_OPTIONS; i++) rows = put(rows, `n${i}`, `r${i % MAX_OPTIONS_PER_LEVEL}`)
    expect(rows).toHaveLength(MAX_OPTIONS)
    expect(codeOf(() => put(rows, 'x', 'r0'))).toBe('ERR_QUEUE_OPTION_LIMIT')
    // An existing row may still move.
    expect(codeOf(() => put(rows, 'n60', 'r0'))).toBeUndefined()
  })

  it(`is refused on level ${MAX_OPTION_LEVELS + 1}`, () => {
    let rows: OptionPlace[] = []
    for (let i = 0; i < MAX_OPTION_LEVELS; i++) rows = put(rows, `l${i}`, i === 0 ? null : `l${i - 1}`)
    expect(codeOf(() => put(rows, 'x', `l${MAX_OPTION_LEVELS - 1}`))).toBe('ERR_QUEUE_OPTION_DEPTH')
    // The options below a moved one count too.
    expect(codeOf(() => put(put(rows, 'y'), 'l0', 'y'))).toBe('ERR_QUEUE_OPTION_DEPTH')
    expect(codeOf(() => put(put(rows, 'y'), 'l1', 'y'))).toBeUndefined()
  })
})

describe('a move', () => {
  it('among siblings shifts those between', () => {
    expect(drawn(put(sample(), 'c', null, 1))).toEqual(['1 c', '2 a', '3 b', '  1 b1', '  2 b2', '    1 b21'])
    expect(drawn(put(sample(), 'a', null, 2))).toEqual(['1 b', '  1 b1', '  2 b2', '    1 b21', '2 a', '3 c'])
    expect(placeOption(sample(), 'b', { parentId: null, option: 2 })).toEqual([])
  })

  it('to another parent takes along what is below, closes the gap and makes room', () => {
    expect(drawn(put(sample(), 'b2', null, 1))).toEqual(['1 b2', '  1 b21', '2 a', '3 b', '  1 b1', '4 c'])
  })

  it('below itself or below one of its own is refused', () => {
    for (const parent of ['b', 'b2', 'b21'])
      expect(codeOf(() => put(sample(), 'b', parent))).toBe('ERR_QUEUE_OPTION_CIRCLE')
  })
})

describe('the tree', () => {
  type Step = { act: 'put' | 'remove'; what: number; parent: number; option: number | undefined }
  const step: fc.Arbitrary<Step> = fc.record({
    act: fc.constantFrom('put', 'put', 'put', 'remove'),
    what: fc.nat(14),
    parent: fc.nat(16),
    option: fc.option(fc.integer({ min: 1, max: 60 }), { nil: undefined }),
  })

  it('stays one, numbered from 1 without gaps, whatever is added, moved and removed', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        let rows: OptionPlace[] = []
        for (const { act, what, parent, option } of steps) {
          const id = `o${what}`
          const known = rows.some(row => row.id === id)
          const before = rows
          if (act === 'put') {
            const parentId = parent > 14 ? null : `o${parent}`
            const code = codeOf(() => {
              rows = put(rows, id, parentId, option)
            })
            if (code) expect(rows).toBe(before)
            else {
              const now = rows.find(row => row.id === id)!
              expect(now.parentId).toBe(parentId)
              const level = rows.filter(row => row.parentId === parentId)
              expect(now.option).toBe(Math.min(option ?? 99, level.length))
            }
          } else if (known) rows = removed(rows, id)
          expectTree(rows)
          expectOthersInOrder(before, rows, id)
        }
      }),
    )
  })

  function expectTree(rows: readonly OptionPlace[]): void {
    // All are reached from the top, so there is neither an orphan nor a cycle.
    expect(optionsBelow(rows)).toHaveLength(rows.length)
    expect(new Set(rows.map(row => row.id)).size).toBe(rows.length)
    for (const level of Map.groupBy(rows, row => row.parentId).values())
      expect(level.map(row => row.option).sort((a, b) => a - b)).toEqual(level.map((_, i) => i + 1))
  }

  /** Expects that only the moved option changes sides with a sibling or gets another parent. */
  function expectOthersInOrder(before: readonly OptionPlace[], after: readonly OptionPlace[], moved: string): void {
    const left = new Set(after.map(row => row.id))
    const order = (rows: readonly OptionPlace[]) =>
      [...Map.groupBy(rows, row => row.parentId)].flatMap(([parent, level]) =>
        level
          .toSorted((a, b) => a.option - b.option)
          .filter(row => row.id !== moved && left.has(row.id))
          .map(row => `${parent} ${row.id}`),
      )
    const then = order(before)
    const known = new Set(before.map(row => row.id))
    const now = order(after.filter(row => known.has(row.id)))
    expect(now.toSorted()).toEqual(then.toSorted())
    for (const parent of new Set(then.map(each => each.split(' ')[0])))
      expect(now.filter(each => each.startsWith(`${parent} `))).toEqual(
        then.filter(each => each.startsWith(`${parent} `)),
      )
  }
})
