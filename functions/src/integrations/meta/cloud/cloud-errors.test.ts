import { ERRORS } from '@balcao/shared/errors.ts'
import { expect, it } from 'vitest'
import { lossOf, messageErrorOf, retryOf } from './cloud-errors.ts'

it.each([
  [1, 'ERR_SEND_REFUSED', 'unsure'],
  [2, 'ERR_SEND_REFUSED', 'unsure'],
  [4, 'ERR_CLOUD_TOO_MANY', 'later'],
  [10, 'ERR_CLOUD_RECONNECT', 'never', 'permission'],
  [33, 'ERR_CLOUD_NUMBER', 'never', 'numberGone'],
  [100, 'ERR_SEND_REFUSED', 'never'],
  [190, 'ERR_CLOUD_RECONNECT', 'never', 'token'],
  [200, 'ERR_CLOUD_RECONNECT', 'never', 'permission'],
  [299, 'ERR_CLOUD_RECONNECT', 'never', 'permission'],
  [368, 'ERR_CLOUD_BLOCKED', 'never', 'banned'],
  [80007, 'ERR_CLOUD_TOO_MANY', 'later'],
  [130429, 'ERR_CLOUD_TOO_MANY', 'throughput'],
  [131000, 'ERR_SEND_REFUSED', 'unsure'],
  [131005, 'ERR_CLOUD_RECONNECT', 'never', 'permission'],
  [131026, 'ERR_CLOUD_NOT_ON_WHATSAPP', 'never'],
  [131031, 'ERR_CLOUD_BLOCKED', 'never', 'banned'],
  [131042, 'ERR_CLOUD_PAYMENT', 'never'],
  [131047, 'ERR_OUTSIDE_WINDOW', 'never'],
  [131048, 'ERR_CLOUD_QUALITY_LIMIT', 'never'],
  [131049, 'ERR_CLOUD_MARKETING_LIMIT', 'never'],
  [131051, 'ERR_SEND_REFUSED', 'never'],
  [131052, 'ERR_CLOUD_MEDIA', 'never'],
  [131053, 'ERR_CLOUD_MEDIA', 'never'],
  [131056, 'ERR_CLOUD_TOO_MANY_TO_PERSON', 'person'],
  [132000, 'ERR_TEMPLATE_VARIABLES', 'never'],
  [132001, 'ERR_TEMPLATE_NOT_APPROVED', 'never'],
  [132015, 'ERR_TEMPLATE_NOT_APPROVED', 'never'],
  [132068, 'ERR_TEMPLATE_NOT_APPROVED', 'never'],
  [133010, 'ERR_CLOUD_NUMBER', 'never'],
  [999_999, 'ERR_SEND_REFUSED', 'never'],
] as const)('knows code %d', (code, error, retry, loss?: string) => {
  expect(messageErrorOf(code)).toBe(error)
  expect(retryOf(code)).toBe(retry)
  expect(lossOf(code)).toBe(loss)
  const { pt, en, es } = ERRORS[error]
  expect(new Set([pt, en, es]).size).toBe(3)
})

it('knows the number that is gone by the subcode of a bad parameter', () => {
  expect([messageErrorOf(100, 33), retryOf(100), lossOf(100, 33)]).toEqual(['ERR_CLOUD_NUMBER', 'never', 'numberGone'])
  expect([messageErrorOf(100, 2), lossOf(100, 2)]).toEqual(['ERR_SEND_REFUSED', undefined])
})
