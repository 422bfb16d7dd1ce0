import { describe, expect, it } from 'vitest'
import { isolate } from './isolate.ts'

describe('isolate', () => {
  it('leaves a name of one direction as it is', () => {
    expect(isolate('José da Silva 🦄')).toBe('José da Silva 🦄')
  })

  it('shuts in what would turn the sentence around', () => {
    expect(isolate('\u202Egnp.exe')).toBe('\u2068\u202Egnp.exe\u2069')
    expect(isolate('أحمد')).toBe('\u2068أحمد\u2069')
  })
})
