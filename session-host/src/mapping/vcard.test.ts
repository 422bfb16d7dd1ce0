import { expect, it } from 'vitest'
import { readVcards } from './vcard.ts'

const card = (fn: string) => `BEGIN:VCARD\nVERSION:3.0\n${fn}\nTEL;waid=5511988887777:+55 11 98888-7777\nEND:VCARD`

it('only what is a card passes', () => {
  const good = card('FN:Zé')
  expect(readVcards([good, null, 'no card', `  ${good}\n`, `${good} and more`])).toEqual([good, good])
})
