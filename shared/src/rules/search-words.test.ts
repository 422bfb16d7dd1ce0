import { describe, expect, it } from 'vitest'
import { foundRanges, haveTerms, lineAround, searchedTerms, searchWords } from './search-words.ts'

const marked = (text: string, query: string): string[] =>
  foundRanges(text, searchedTerms(query)).map(({ start, end }) => text.slice(start, end))

describe('the words of a text', () => {
  it('are without accents, case and punctuation', () => {
    expect(searchWords('Bônus-João 😀, 2ª via!')).toEqual(['bonus', 'joao', '😀', '2a', 'via'])
    expect(searchWords('\u202e \n ... ')).toEqual([])
  })

  it('have all terms, each at the beginning of a word', () => {
    const words = searchWords('Segue o comprovante do depósito')
    expect(haveTerms(words, searchedTerms('DEPOSITO comp'))).toBe(true)
    expect(haveTerms(words, searchedTerms('comprovante pago'))).toBe(false)
    expect(haveTerms(words, searchedTerms('provante'))).toBe(false)
  })

  it('are looked for once, and eight at most', () => {
    expect(searchedTerms('a A á b c d e f g h i j')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
  })
})

describe('what was found', () => {
  it('is where words begin with what was typed, whichever way accents are written', () => {
    expect(marked('Depósito, deposito e redepósito', 'depó')).toEqual(['Depó', 'depo'])
    expect(marked('Depo\u0301sito', 'depo')).toEqual(['Depo\u0301'])
    expect(marked('maçã 😀 Maca', 'maca 😀')).toEqual(['maçã', '😀', 'Maca'])
    expect(marked('qualquer coisa', '')).toEqual([])
  })

  it('stands in the line that is shown of a long text', () => {
    const long = `${'palavra '.repeat(200)}o boleto vence hoje ${'depois '.repeat(200)}`
    const line = lineAround(long, ['boleto'], 120)
    expect(line).toContain('o boleto vence hoje')
    expect(line).toMatch(/^…palavra .*…$/)
    expect(line.length).toBeLessThanOrEqual(122)
    expect(lineAround('  uma\n\nlinha ', ['linha'], 120)).toBe('uma linha')
    expect(lineAround(`${'x '.repeat(100)}fim`, ['fim'], 20)).toMatch(/^….*fim$/)
    expect(lineAround('y'.repeat(50), ['z'], 20)).toBe(`${'y'.repeat(20)}…`)
  })

  it('never parts a character in two', () => {
    for (let most = 20; most < 40; most++)
      expect(lineAround(`${'😀'.repeat(60)} boleto ${'😀'.repeat(60)}`, ['boleto'], most).isWellFormed()).toBe(true)
  })
})
