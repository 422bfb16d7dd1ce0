import { describe, expect, it } from 'vitest'
import { cutText, wellFormed } from './cut-text.ts'

const FAMILY = '👨‍👩‍👧‍👦'

describe('cutText', () => {
  it('leaves a short text as it is', () => {
    expect(cutText('olá 🙂', 6)).toBe('olá 🙂')
    expect(cutText('', 0)).toBe('')
  })

  it('never cuts inside a surrogate pair', () => {
    expect(cutText('ab🙂', 3)).toBe('ab')
    expect(cutText(`${'a'.repeat(65_535)}🙂`, 65_536)).toBe('a'.repeat(65_535))
  })

  it('never cuts inside what people see as one character', () => {
    expect(cutText(`oi ${FAMILY}`, 3 + FAMILY.length - 1)).toBe('oi ')
    expect(cutText('cafe\u0301', 4)).toBe('caf')
    expect(cutText('🇧🇷🇵🇹', 6)).toBe('🇧🇷')
  })

  it('cuts a character that never ends all the same', () => {
    const zalgo = `a${'\u0301'.repeat(5000)}`
    expect(cutText(zalgo, 1000)).toHaveLength(1000)
    expect(cutText(zalgo, 10)).toHaveLength(10)
    const chain = '👨\u200d'.repeat(1000)
    for (const limit of [998, 999, 1000, 1001]) {
      const cut = cutText(chain, limit)
      expect(cut.isWellFormed()).toBe(true)
      expect(cut.length).toBeGreaterThan(limit - 70)
    }
  })

  it('ends with the mark when something was cut, within the limit', () => {
    expect(cutText('abcdef', 5, '…')).toBe('abcd…')
    expect(cutText('abcde', 5, '…')).toBe('abcde')
    const once = cutText(`${'a'.repeat(98)}🙂🙂`, 100, '…')
    expect(once.length).toBeLessThanOrEqual(100)
    expect(cutText(once, 100, '…')).toBe(once)
  })

  it('is well-formed whatever comes in and wherever it is cut', () => {
    const pieces = ['a', '🙂', '\ud83d', '\ude42', '\0', '\ufffe', FAMILY, 'e\u0301', '🇧🇷', '\u200d']
    let seed = 7
    const next = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return seed % below
    }
    for (let round = 0; round < 500; round++) {
      const text = Array.from({ length: next(120) }, () => pieces[next(pieces.length)]!).join('')
      const limit = next(text.length + 2)
      const cut = cutText(text, limit)
      expect(cut.isWellFormed()).toBe(true)
      expect(cut).not.toMatch(/[\0\ufffe\uffff]/)
      expect(cut.length).toBeLessThanOrEqual(limit)
    }
  })
})

it('wellFormed replaces what cannot be stored and nothing else', () => {
  expect(wellFormed('a\ud83d\0b\uffff🙂\n\t\u0001')).toBe('a\ufffd\ufffdb\ufffd🙂\n\t\u0001')
})
