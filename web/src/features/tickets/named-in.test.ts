import { expect, it } from 'vitest'
import { namedIn } from './named-in.ts'

const [ana, anaSouza, anabel] = ['Ana', 'Ana Souza', 'Anabel'].map(name => ({ name }))
const shown = (text: string, people: { name: string }[]) =>
  namedIn(text, people).map(({ at, end }) => text.slice(at, end))

it('names are found as whole words, in upper or lower case, the longest that fits', () => {
  expect(shown('@Anabel e @ana, @Ana Souza: @Ana.', [ana!])).toEqual(['@ana', '@Ana', '@Ana'])
  expect(shown('@Anabel e @ana, @Ana Souza: @Ana.', [ana!, anaSouza!, anabel!])).toEqual([
    '@Anabel',
    '@ana',
    '@Ana Souza',
    '@Ana',
  ])
})

it('neither an address nor a longer word names somebody', () => {
  expect(shown('loja@ana.com @Ana2 @Aná @', [ana!])).toEqual([])
  expect(shown('(@Ana)@Ana', [ana!])).toEqual(['@Ana', '@Ana'])
})

it('a name inside another one is not found a second time', () => {
  expect(shown('@Ana @loja', [{ name: 'loja' }, { name: 'Ana @loja' }])).toEqual(['@Ana @loja'])
})
