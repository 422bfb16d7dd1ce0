import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { numberForms } from './number-forms.ts'
import { productRank, productTerms, productWords } from './product-match.ts'

const product = (name: string, more: { ean?: string; code?: string; description?: string } = {}) =>
  productWords({ name, ean: '', code: '', description: '', ...more })
const rank = (text: string, ...of: Parameters<typeof product>) => productRank(product(...of), productTerms(text))
/** Names in the order of a search; those that it does not find are left out. */
const listed = (text: string, names: readonly string[]): string[] =>
  names
    .flatMap(name => {
      const found = rank(text, name)
      return found === null ? [] : [{ name, found }]
    })
    .sort((a, b) => a.found - b.found || a.name.localeCompare(b.name, 'pt'))
    .map(({ name }) => name)

describe('the forms of a word', () => {
  it.each([
    ['cafes', 'cafe'],
    ['limoes', 'limao'],
    ['limao', 'limoes'],
    ['papeis', 'papel'],
    ['papel', 'papeis'],
    ['bombons', 'bombom'],
    ['flores', 'flor'],
    ['luces', 'luz'],
    ['berries', 'berry'],
    ['boxes', 'box'],
  ])('%s is also %s', (word, other) => expect(numberForms(word)).toContain(other))

  it('are none of short words and of numbers', () => {
    for (const word of ['gas', 'kit', 'c', '2as', '123s']) expect(numberForms(word)).toEqual([])
  })
})

describe('a search for products', () => {
  const names = ['Chocolate com café', 'Cápsulas de café, 10 unidades', 'Café descafeinado', 'Cafeteira', 'Chá', 'CAFÉ']

  it('lists names that begin with the words first', () => {
    expect(listed('caf', names)).toEqual([
      'CAFÉ',
      'Café descafeinado',
      'Cafeteira',
      'Cápsulas de café, 10 unidades',
      'Chocolate com café',
    ])
    expect(listed('café', names).slice(0, 3)).toEqual(['CAFÉ', 'Café descafeinado', 'Cafeteira'])
  })

  it('finds by plural and singular, whatever the accents', () => {
    for (const text of ['cafés', 'CAFES', 'Cafe\u0301s'])
      expect(listed(text, names)).toEqual(['CAFÉ', 'Café descafeinado', ...listed(text, names).slice(2)])
    expect(listed('cafés', names)).not.toContain('Cafeteira')
    expect(listed('limões', ['Suco de limão', 'Limão siciliano', 'Limonada'])).toEqual([
      'Limão siciliano',
      'Suco de limão',
    ])
    expect(listed('capsula cafes', names)).toEqual(['Cápsulas de café, 10 unidades'])
  })

  it('puts a name before a description, and a whole code before all', () => {
    const coffee = { description: 'Com cafeína' }
    expect(rank('caf', 'Hibisco', coffee)).toBeGreaterThan(rank('caf', 'Chocolate com café')!)
    expect(rank('7891', 'Bolo', { ean: '7891' })).toBeLessThan(rank('7891', '7891 sabores')!)
    expect(rank('789-1', 'Bolo', { ean: '7891' })).toBe(0)
    expect(rank('', 'Bolo')).toBeNull()
  })

  const letters = fc.stringMatching(/^[a-záéíóúãõç]{4,10}$/)
  const name = fc.array(letters, { minLength: 1, maxLength: 5 }).map(words => words.join(' '))

  it('finds a product by any of its words, by their beginnings, and by their plural', () => {
    fc.assert(
      fc.property(name, fc.nat(), fc.nat(), (of, which, length) => {
        const words = of.split(' ')
        const word = words[which % words.length]!
        expect(rank(word, of)).not.toBeNull()
        expect(rank(word.slice(0, 1 + (length % word.length)), of)).not.toBeNull()
        expect(rank(`${word.toUpperCase()}s`, of)).not.toBeNull()
      }),
    )
  })

  it('never lists a name that begins with the text behind one that does not', () => {
    fc.assert(
      fc.property(name, name, fc.nat(), (one, other, length) => {
        const text = one.slice(0, 1 + (length % one.length)).trim()
        const [mine, theirs] = [rank(text, one)!, rank(text, `00 ${other}`)]
        if (theirs !== null) expect(mine).toBeLessThan(theirs)
      }),
    )
  })

  it('gives more terms no better rank', () => {
    fc.assert(
      fc.property(name, letters, (of, more) => {
        const first = of.split(' ')[0]!
        const [one, two] = [rank(first, of)!, rank(`${first} ${more}`, of)]
        if (two !== null) expect(two).toBeGreaterThanOrEqual(one)
      }),
    )
  })
})
