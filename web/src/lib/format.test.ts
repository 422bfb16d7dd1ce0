// @vitest-environment jsdom
import { beforeAll, describe, expect, it } from 'vitest'
import {
  dayOf,
  daysBetween,
  formatDate,
  formatDay,
  formatMoney,
  formatPhone,
  formatRowTime,
  formatTime,
  formatWhen,
} from './format.ts'
import { changeLanguage, startI18n } from './i18n.ts'

const zone = 'America/Sao_Paulo'
// 09:41 in São Paulo.
const now = '2026-11-20T12:41:00Z'

beforeAll(() => startI18n('pt'))

describe('dates as people say them', () => {
  it('are today, yesterday, then DD/MM/YYYY', () => {
    expect(formatWhen('2026-11-20T10:05:00Z', now, zone)).toBe('hoje 07:05')
    expect(formatWhen('2026-11-19T21:02:00Z', now, zone)).toBe('ontem 18:02')
    expect(formatWhen('2026-11-18T21:02:00Z', now, zone)).toBe('18/11/2026 18:02')
    expect(formatDay('2026-11-20T10:05:00Z', now, zone)).toBe('Hoje')
    expect(formatDay('2026-11-19T10:05:00Z', now, zone)).toBe('Ontem')
    expect(formatDay('2026-11-01T10:05:00Z', now, zone)).toBe('01/11/2026')
    expect(formatRowTime('2026-11-20T10:05:00Z', now, zone)).toBe('07:05')
    expect(formatRowTime('2026-11-19T10:05:00Z', now, zone)).toBe('ontem')
  })

  it('follow the zone, not UTC: two hours after midnight in UTC it is still yesterday there', () => {
    expect(formatDate('2026-11-20T02:00:00Z', zone)).toBe('19/11/2026')
    expect(formatTime('2026-11-20T02:00:00Z', zone)).toBe('23:00')
    expect(formatTime('2026-11-20T03:00:00Z', zone)).toBe('00:00')
    expect(dayOf('2026-11-20T02:00:00Z', 'America/Noronha')).toBe('2026-11-20')
  })

  it('follow the language', async () => {
    await changeLanguage('en')
    expect(formatWhen('2026-11-20T10:05:00Z', now, zone)).toBe('today 07:05')
    await changeLanguage('es')
    expect(formatWhen('2026-11-19T10:05:00Z', now, zone)).toBe('ayer 07:05')
    await changeLanguage('pt')
  })
})

describe('days between', () => {
  it('counts calendar days, whatever the hour', () => {
    expect(daysBetween('2026-11-20T23:00:00Z', '2026-11-21T04:00:00Z', zone)).toBe(1)
    expect(daysBetween('2026-11-20T12:00:00Z', '2026-11-20T12:01:00Z', zone)).toBe(0)
    expect(daysBetween('2026-11-20T12:00:00Z', '2026-11-15T12:00:00Z', zone)).toBe(-5)
  })
})

describe('numbers', () => {
  it('writes money as the language does', () => {
    expect(formatMoney(1234.5).replace(/\s/g, ' ')).toBe('R$ 1.234,50')
  })

  it.each([
    ['5511987654321', '+55 (11) 98765-4321'],
    ['551133334444', '+55 (11) 3333-4444'],
    ['351912345678', '+351 912 345 678'],
    ['12025550123', '+1 202 555 0123'],
    ['120363041234567890', '120363041234567890'],
  ])('writes the phone %s as %s', (number, text) => {
    expect(formatPhone(number)).toBe(text)
  })
})
