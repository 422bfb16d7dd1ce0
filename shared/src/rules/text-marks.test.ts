import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatText, type Piece, plainText } from './text-marks.ts'

describe('plainText', () => {
  it.each([
    ['oi *Maria*, _tudo_ ~mal~ `bem`', 'oi Maria, tudo mal bem'],
    ['*_os dois_* e *um*', 'os dois e um'],
    ['```const a = *b*```', 'const a = *b*'],
    ['2*3*4 snake_case_name *não fecha', '2*3*4 snake_case_name *não fecha'],
    ['*Pedido 12*\n_Total_: R$ 8,50', 'Pedido 12\nTotal: R$ 8,50'],
  ])('of %j is %j', (text, words) => expect(plainText(text)).toBe(words))

  const marked = fc.string({
    unit: fc.constantFrom('*', '_', '~', '`', '```', ' ', 'a', 'é', '1', '\n', '👩‍👩‍👧', '<b>', '.'),
    maxLength: 60,
  })
  const letters = (text: string) => text.replace(/[*_~`]/g, '')

  it('takes away marks alone, and adds nothing', () => {
    fc.assert(
      fc.property(fc.oneof(marked, fc.string({ unit: 'grapheme' })), text => {
        const words = plainText(text)
        expect(letters(words)).toBe(letters(text))
        expect(words.length).toBeLessThanOrEqual(text.length)
      }),
    )
  })

  it('has the letters that the conversation shows', () => {
    const shown = (pieces: Piece[]): string =>
      pieces.map(piece => ('children' in piece ? shown(piece.children) : piece.text)).join('')
    fc.assert(fc.property(marked, text => plainText(text) === shown(formatText(text, null))))
  })

  it('is the text itself where nothing is marked', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }).filter(text => !/[*_~`]/.test(text)),
        text => plainText(text) === text,
      ),
    )
  })
})
