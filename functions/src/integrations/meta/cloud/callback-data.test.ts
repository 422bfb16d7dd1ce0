import { expect, it } from 'vitest'
import { callbackDataOf, readCallbackData } from './callback-data.ts'

it('returns the message and the part that a status is about', () => {
  for (const part of [0, 1, 12])
    expect(readCallbackData(callbackDataOf('3EB0AB', part))).toEqual({ messageId: '3EB0AB', part })
  expect(callbackDataOf('3EB0AB', 0)).toBe('3EB0AB')
  expect(readCallbackData('')).toEqual({ messageId: '', part: 0 })
})
