import { SYSTEM } from '@balcao/shared/table.ts'
import { expect, it } from 'vitest'
import { makeCompany } from '../../../test/harness.ts'
import { companiesAfter } from '../../data/company/installation.ts'
import { minuteOf, timersOf } from '../../data/timers/timer.ts'
import { isBillingMinute } from '../clock/begin-billing.ts'
import { billCompanies } from './bill-companies.ts'

it('once a day every company has a timer, a page after the other', async () => {
  const [one, two] = [await makeCompany(), await makeCompany()]
  const ids = new Set<string>()
  // A moment of its own, far ahead, whose bucket nobody else fills.
  const dueAt = Date.parse('2037-05-05T12:00:30Z') + Math.floor(Math.random() * 1e6) * 60_000
  let pages = 0
  for (let after: string | null = ''; after !== null; pages++) {
    await billCompanies({ type: 'billCompanies', companyId: SYSTEM, after, dueAt }, dueAt, 400)
    const page = await companiesAfter(after, 400)
    for (const id of page.ids) ids.add(id)
    after = page.last
  }
  expect([one.id, two.id].every(id => ids.has(id))).toBe(true)
  const armed = (await timersOf(minuteOf(dueAt))).map(({ timer }) => timer)
  for (const { id } of [one, two]) expect(armed).toContainEqual({ type: 'billCompany', companyId: id, dueAt })
  expect(armed.filter(timer => timer.type === 'billCompanies')).toHaveLength(pages - 1)
})

it('the day’s minute is one', () => {
  const day = Date.parse('2026-11-22T00:00:00Z')
  const minutes = Array.from({ length: 1440 }, (_, minute) => minute).filter(minute =>
    isBillingMinute(day + minute * 60_000 + 30_000),
  )
  expect(minutes).toEqual([720])
})
