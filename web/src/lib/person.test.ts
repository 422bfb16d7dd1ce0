import { describe, expect, it } from 'vitest'
import { initials, personHue } from './person.ts'

describe('initials', () => {
  it.each([
    ['Maria Andrade', 'MA'],
    ['joão da silva', 'JS'],
    ['Élida', 'É'],
    ['+55 11 98765-4321', '21'],
    ['🌵 Cacto Verde', 'V'],
    ['', '?'],
    ['   ', '?'],
  ])('of %s are %s', (name, text) => expect(initials(name)).toBe(text))
})

describe("a person's colour", () => {
  it('is the same every time, however the name is written', () => {
    expect(personHue('Maria Andrade')).toBe(personHue(' maria andrade '))
  })

  it('spreads over the wheel', () => {
    const hues = new Set(Array.from({ length: 200 }, (_, index) => personHue(`Contato ${index}`)))
    expect(hues.size).toBeGreaterThan(15)
    for (const hue of hues) expect(hue).toBeGreaterThanOrEqual(0)
  })
})
