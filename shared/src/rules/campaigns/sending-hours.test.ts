import { expect, it } from 'vitest'
import { isSendingHour, nextSendingMoment } from './sending-hours.ts'

const ZONE = 'America/Sao_Paulo'
const hours = { hoursStart: '18:00', hoursEnd: '24:00' }

it('sends until the end of a day that ends at 24:00', () => {
  const last = Date.parse('2026-11-21T02:59:59Z')
  expect([isSendingHour(hours, last, ZONE), isSendingHour(hours, last + 1000, ZONE)]).toEqual([true, false])
  expect(nextSendingMoment(hours, last + 1000, ZONE)).toBe(Date.parse('2026-11-21T21:00:00Z'))
})
