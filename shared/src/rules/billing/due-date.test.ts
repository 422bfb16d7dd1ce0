import { TZDate } from '@date-fns/tz'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RECURRENCES } from '../../entities/company.ts'
import { newId } from '../../ids.ts'
import { localDay, momentOf } from '../working-hours.ts'
import {
  dayOfMonth,
  dueReminder,
  invoiceMoment,
  invoiceValue,
  MONTHS_OF,
  nextDueDate,
  REMINDER_DAYS,
  reminderMoment,
  remindersAhead,
  renewedDueDate,
} from './due-date.ts'
import { shownStatus } from './invoice-status.ts'
import { companyOfTxid, txidOf } from './txid.ts'

// Without and with daylight saving, both hemispheres, half hours, and both ends of the day.
const zone = fc.constantFrom(
  ...['America/Sao_Paulo', 'America/Noronha', 'America/New_York', 'Europe/Lisbon', 'Australia/Lord_Howe'],
  ...['Asia/Kathmandu', 'Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'],
)
const recurrence = fc.constantFrom(...RECURRENCES)
const moment = fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2080, 11, 31) })
const ZONE = 'America/Sao_Paulo'
const at = (day: string, time = '12:00', timeZone = ZONE) => momentOf(day, time, timeZone)

const months = (local: TZDate) => local.getFullYear() * 12 + local.getMonth()
const lengthOfMonth = (local: TZDate) => new Date(Date.UTC(local.getFullYear(), local.getMonth() + 1, 0)).getUTCDate()

describe('the next due date', () => {
  it('is so many months later, on the day the due dates began with or the last one of a shorter month, whatever the zone', () =>
    fc.assert(
      fc.property(moment, recurrence, zone, fc.integer({ min: 1, max: 12 }), (first, every, timeZone, times) => {
        const anchor = dayOfMonth(first, timeZone)
        let due = first
        for (let i = 0; i < times; i++) due = nextDueDate(due, every, timeZone, anchor)
        const [from, to] = [new TZDate(first, timeZone), new TZDate(due, timeZone)]
        expect(months(to) - months(from)).toBe(MONTHS_OF[every] * times)
        expect(to.getDate()).toBe(Math.min(anchor, lengthOfMonth(to)))
      }),
    ))

  it('keeps the hour of the wall clock, but for the hour that clocks skip', () =>
    fc.assert(
      fc.property(moment, recurrence, zone, (first, every, timeZone) => {
        const [from, to] = [first, nextDueDate(first, every, timeZone)].map(each => new TZDate(each, timeZone))
        const minutes = (local: TZDate) => local.getHours() * 60 + local.getMinutes()
        expect([0, 30, 60]).toContain(minutes(to!) - minutes(from!))
        expect(to!.getSeconds()).toBe(from!.getSeconds())
      }),
    ))

  it.each([
    ['MENSAL', ['2027-01-31', '2027-02-28', '2027-03-31', '2027-04-30']],
    ['MENSAL', ['2028-01-30', '2028-02-29', '2028-03-30']],
    ['BIMESTRAL', ['2026-12-31', '2027-02-28', '2027-04-30', '2027-06-30', '2027-08-31']],
    ['TRIMESTRAL', ['2026-11-30', '2027-02-28', '2027-05-30']],
    ['SEMESTRAL', ['2026-08-31', '2027-02-28', '2027-08-31']],
    ['ANUAL', ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29']],
  ] as const)('of %s goes %j', (every, days) => {
    const anchor = Number(days[0].slice(8))
    let due = at(days[0])
    for (const day of days.slice(1)) {
      due = nextDueDate(due, every, ZONE, anchor)
      expect(localDay(due, ZONE)).toBe(day)
    }
  })
})

describe('a payment', () => {
  it('moves a due date by one recurrence, early or late; who is later than that counts from the payment', () =>
    fc.assert(
      fc.property(
        moment,
        recurrence,
        zone,
        fc.integer({ min: -60, max: 900 }),
        (dueDate, every, timeZone, daysLate) => {
          const paidAt = dueDate + daysLate * 86_400_000
          const renewed = renewedDueDate({ dueDate, recurrence: every }, paidAt, timeZone)
          const next = nextDueDate(dueDate, every, timeZone)
          expect(renewed.dueDate).toBe(next > paidAt ? next : nextDueDate(paidAt, every, timeZone))
          expect(renewed.dueDate).toBeGreaterThan(paidAt)
        },
      ),
    ))

  it('costs the price of a month for each of its months', () => {
    expect(RECURRENCES.map(every => invoiceValue(9990, every))).toEqual([9990, 19_980, 29_970, 59_940, 119_880])
  })
})

describe('invoices and reminders', () => {
  it('come twenty days, then five, one and no day before the due date, and three behind it, at nine', () => {
    const due = at('2027-03-05', '18:30')
    expect(invoiceMoment(due, ZONE)).toBe(at('2027-02-13', '18:30'))
    expect(REMINDER_DAYS.map(days => reminderMoment(due, days, ZONE))).toEqual(
      ['2027-02-28', '2027-03-04', '2027-03-05', '2027-03-08'].map(day => at(day, '09:00')),
    )
    expect(remindersAhead(due, ZONE, at('2027-03-04', '09:00')).map(({ days }) => days)).toEqual([0, -3])
  })

  it('are in order, whatever the zone, and the one that is due is the last whose moment has come', () =>
    fc.assert(
      fc.property(moment, zone, fc.integer({ min: -30, max: 30 }), (due, timeZone, days) => {
        const now = due + days * 86_400_000
        const moments = REMINDER_DAYS.map(each => reminderMoment(due, each, timeZone))
        expect([...moments].sort((a, b) => a - b)).toEqual(moments)
        expect(invoiceMoment(due, timeZone)).toBeLessThan(moments[0]!)
        const come = REMINDER_DAYS.filter((_, i) => moments[i]! <= now)
        const reminder = dueReminder(due, timeZone, now)
        if (reminder !== undefined) expect(reminder).toBe(come.at(-1))
        else expect(come.length === 0 || now - moments[3]! > 7 * 86_400_000).toBe(true)
      }),
    ))

  it('are shown as paid, overdue from the day after, or open', () => {
    const dueDate = new Date(at('2027-03-05', '10:00')).toISOString()
    const shown = (status: 'open' | 'paid', day: string, time?: string) =>
      shownStatus({ status, dueDate }, at(day, time), ZONE)
    expect(shown('open', '2027-03-05', '23:59')).toBe('open')
    expect(shown('open', '2027-03-06', '00:00')).toBe('overdue')
    expect(shown('paid', '2027-03-06')).toBe('paid')
  })
})

it('the id of a charge has the form of the standard and names its owner', () =>
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 12, maxLength: 12 }), random => {
      const companyId = newId()
      const txid = txidOf(companyId, random)
      expect(txid).toMatch(/^[a-zA-Z0-9]{26,35}$/)
      expect(companyOfTxid(txid)).toBe(companyId)
    }),
  ))

it.each(['', 'x', '../../cob', 'z'.repeat(34), '0'.repeat(35), 'é'.repeat(34)])('%j is nobody’s charge', text =>
  expect(companyOfTxid(text)).toBeUndefined(),
)
