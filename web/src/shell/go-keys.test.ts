import { expect, it } from 'vitest'
import { GO_KEYS } from './go-keys.ts'
import { SCREENS } from './screens.ts'

it('each screen with a letter has one of its own', () => {
  const letters = Object.values(GO_KEYS)
  expect(new Set(letters).size).toBe(letters.length)
  expect(Object.keys(GO_KEYS).filter(path => !(path in SCREENS))).toEqual([])
})
