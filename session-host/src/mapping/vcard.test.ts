import { describe, expect, it } from 'vitest'
import { readVcards, vcardName } from './vcard.ts'

const card = (fn: string) => `BEGIN:VCARD\nVERSION:3.0\n${fn}\nTEL;waid=5511988887777:+55 11 98888-7777\nEND:VCARD`

describe('vcardName', () => {
  it('reads FN, with parameters and escapes', () => {
    expect(vcardName(card('FN:Zé da Silva'))).toBe('Zé da Silva')
    expect(vcardName(card('FN;CHARSET=UTF-8:Maria\\, Filha'))).toBe('Maria, Filha')
    expect(vcardName(card('FN:Ana\r'))).toBe('Ana')
  })

  it('is empty without one', () => {
    expect(vcardName(card('N:Silva;Zé;;;'))).toBe('')
    expect(vcardName('')).toBe('')
  })
})

it('only what is a card passes', () => {
  const good = card('FN:Zé')
  expect(readVcards([good, null, 'no card', `  ${good}\n`, `${good} and more`])).toEqual([good, good])
})
