import { expect, it } from 'vitest'
import { splitText } from './split-text.ts'

it('keeps a text that fits, and cuts a longer one between lines, else between words, else anywhere', () => {
  expect(splitText('um dois', 7)).toEqual(['um dois'])
  expect(splitText('um dois\ntrês', 9)).toEqual(['um dois', 'três'])
  expect(splitText('um dois três', 9)).toEqual(['um dois', 'três'])
  expect(splitText('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
  expect(splitText('abc😀', 4)).toEqual(['abc', '😀'])
  expect(splitText('ééé', 4, Buffer.byteLength)).toEqual(['éé', 'é'])
})
