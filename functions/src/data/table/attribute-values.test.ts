import { describe, expect, it } from 'vitest'
import { fromItem, toItem } from './attribute-values.ts'

describe('attribute values', () => {
  it('come back as they were', () => {
    const item = {
      text: 'Olá',
      empty: '',
      number: -1.5,
      yes: true,
      no: false,
      nothing: null,
      list: [1, 'a', [null, { deep: false }]],
      map: { a: { b: 'c' } },
      bytes: new Uint8Array([1, 2, 255]),
      rooms: new Set(['a', 'b']),
      numbers: new Set([1, 2]),
    }
    expect(fromItem(toItem(item))).toEqual(item)
  })

  it('leave out what is undefined, at any depth', () => {
    expect(toItem({ a: undefined, b: { c: undefined, d: 1 } })).toEqual({ b: { M: { d: { N: '1' } } } })
  })

  it('refuse what no attribute can hold', () => {
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, new Set(), new Set([true]), 1n, () => 0, [undefined]])
      expect(() => toItem({ value })).toThrow(TypeError)
  })
})
