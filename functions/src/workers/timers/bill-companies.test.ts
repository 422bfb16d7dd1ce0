import type { Timer } from '@balcao/shared/events/queues.ts'
import { SYSTEM } from '@balcao/shared/table.ts'
import { expect, it } from 'vitest'
import { makeCompany } from '../../../test/harness.ts'
import { minuteOf, timersOf } from '../../data/timers/timer.ts'
import { isBillingMinute } from '../clock/begin-billing.ts'
import { billCompanies } from './bill-companies.ts'

type NextPage = Extract<Timer, { type: 'billCompanies' }>

it('once a day every company has a timer, a page after the other', async () => {
  const [one, two] = [await makeCompany(), await makeCompany()]
  // A moment of its own, far ahead, whose bucket nobody else fills.
  const dueAt = Date.parse('2037-05-05T12:00:30Z') + Math.floor(Math.random() * 1e6) * 60_000
  const armed = async () => (await timersOf(minuteOf(dueAt))).map(({ timer }) => timer)
  const isPage = (timer: Timer): timer is NextPage => timer.type === 'billCompanies'
  // Others make companies meanwhile: the pages are those that the timers name.
  for (let page: NextPage | undefined = { type: 'billCompanies', companyId: SYSTEM, after: '', dueAt }; page; ) {
    const after: string = page.after
    await billCompanies(page, dueAt, 400)
    page = (await armed()).filter(isPage).find(next => next.after > after)
  }
  for (const { id } of [one, two]) expect(await armed()).toContainEqual({ type: 'billCompany', companyId: id, dueAt })
})

it('the day’s minute is one', () => {
  const day = Date.parse('2026-11-22T00:00:00Z')
  const minutes = Array.from({ length: 1440 }, (_, minute) => minute).filter(minute =>
    isBillingMinute(day + minute * 60_000 + 30_000),
  )
  expect(minutes).toEqual([720])
})
