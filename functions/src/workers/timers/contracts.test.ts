import type { Contract } from '@balcao/shared/entities/contract.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { addDays } from '@balcao/shared/rules/days.ts'
import { expiryMoment, reminderMoment } from '@balcao/shared/rules/sales/contract-term.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../test/fake-gateway.ts'
import { makeCompany, makeUser, type TestCompany } from '../../../test/harness.ts'
import { mailTo } from '../../../test/mail-queue.ts'
import { saveSetting } from '../../data/company/setting.ts'
import {
  type ContractRow,
  contractTimers,
  createContract,
  deleteContract,
  getContract,
  type NewContract,
  replaceContract,
} from '../../data/orders/contract.ts'
import { minuteOf, timersOf } from '../../data/timers/timer.ts'
import { fire } from './handler.ts'

const ZONE = 'America/Sao_Paulo'
const today = () => localDay(Date.now(), ZONE)

let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
})
afterEach(() => void vi.useRealTimers())
afterAll(() => gateway.close())

async function contract({ id, admin }: TestCompany, changes: Partial<NewContract> = {}): Promise<ContractRow> {
  const fields: NewContract = {
    number: `CT-${newId().slice(-8)}`,
    customerId: newId(),
    customerName: 'Maria Andrade',
    type: 'Mensal',
    value: 12_990,
    lateFine: 0,
    renewal: false,
    publishment: null,
    equipments: [],
    startAt: today(),
    expiresAt: addDays(today(), 60),
    userId: admin.user.id,
    language: 'pt',
    ...changes,
  }
  return createContract(id, fields, ZONE)
}

const now = ({ companyId, id }: ContractRow) => getContract(companyId, id, true)
const reminder = ({ companyId, id, expiresAt }: ContractRow, days: number): Timer => {
  const dueAt = reminderMoment(expiresAt, days, ZONE)
  return { type: 'remindContract', companyId, contractId: id, expiresAt, days, dueAt }
}
const renewal = ({ companyId, id, expiresAt }: ContractRow): Timer => {
  const dueAt = expiryMoment(expiresAt, ZONE)
  return { type: 'renewContract', companyId, contractId: id, expiresAt, dueAt }
}
const due = (timer: Timer) => fire(timer, timer.dueAt)
const armed = async (timer: Timer): Promise<Timer[]> =>
  (await timersOf(minuteOf(timer.dueAt)))
    .map(entry => entry.timer)
    .filter(other => 'contractId' in other && 'contractId' in timer && other.contractId === timer.contractId)

describe('the timers of a contract', () => {
  it('are its reminders to come at nine, and its end when it is renewed', async () => {
    const company = await makeCompany()
    const row = await contract(company, { expiresAt: addDays(today(), 20) })
    // Thirty days before lies in the past.
    expect(await armed(reminder(row, 7))).toEqual([reminder(row, 7)])
    expect(await armed(reminder(row, 1))).toEqual([reminder(row, 1)])
    expect(await armed(renewal(row))).toEqual([])
    expect(contractTimers(row, ZONE, Date.now())).toEqual([reminder(row, 7), reminder(row, 1)])
    const renewed = await replaceContract(row, { renewal: true }, ZONE)
    expect(await armed(renewal(renewed))).toEqual([renewal(renewed)])
  })

  it('follow its dates: those of other dates do nothing, and their reminders count no more', async () => {
    const company = await makeCompany()
    const row = await contract(company)
    await due(reminder(row, 30))
    expect((await now(row))?.reminder).toMatchObject({ days: 30 })
    const moved = await replaceContract((await now(row))!, { expiresAt: addDays(row.expiresAt, 40) }, ZONE)
    expect(moved.reminder).toBeNull()
    expect(await armed(reminder(moved, 30))).toEqual([reminder(moved, 30)])
    await due(reminder(row, 7))
    expect((await now(row))?.reminder).toBeNull()
  })

  it('do nothing once it is gone', async () => {
    const company = await makeCompany()
    const row = await contract(company, { renewal: true })
    expect(await deleteContract(row)).toBe(true)
    await due(reminder(row, 7))
    await due(renewal(row))
    expect(await now(row)).toBeUndefined()
  })
})

describe('a reminder', () => {
  it('goes to each admin once, however often it comes, and is published to the browsers', async () => {
    const company = await makeCompany()
    const other = await makeUser(company.id, { profile: 'admin' })
    const attendant = await makeUser(company.id)
    const browser = await gateway.open(attendant)
    const row = await contract(company)
    for (let i = 0; i < 3; i++) await due(reminder(row, 7))
    expect(await now(row)).toMatchObject({
      reminder: { days: 7, at: reminder(row, 7).dueAt },
      expiresAt: row.expiresAt,
    })
    for (const { user } of [company.admin, other]) {
      const mails = await mailTo(user.email, 1)
      expect(mails).toMatchObject([{ type: 'contractExpires', contractId: row.id, expiresAt: row.expiresAt, days: 7 }])
    }
    const received = browser.received.filter(({ event }) => event === `company-${company.id}-contract`)
    expect((received[0]?.payload?.contract as Contract | undefined)?.id).toBe(row.id)
  })

  it('of fewer days is not followed by one of more', async () => {
    const row = await contract(await makeCompany())
    await due(reminder(row, 7))
    const { version } = (await now(row))!
    await fire(reminder(row, 30), reminder(row, 30).dueAt)
    expect((await now(row))?.version).toBe(version)
  })

  it('that is so late that the next one is due, or all is over, is not sent', async () => {
    const row = await contract(await makeCompany())
    await fire(reminder(row, 30), reminder(row, 7).dueAt)
    expect((await now(row))?.reminder).toBeNull()
    await fire(reminder(row, 7), reminder(row, 1).dueAt - 1)
    expect((await now(row))?.reminder).toMatchObject({ days: 7 })
    await fire(reminder(row, 1), expiryMoment(row.expiresAt, ZONE))
    expect((await now(row))?.reminder).toMatchObject({ days: 7 })
  })

  it('waits for nine where the company is by now', async () => {
    const company = await makeCompany()
    const row = await contract(company)
    await saveSetting(company.id, 'timezone', 'America/Noronha')
    await due(reminder(row, 7))
    expect((await now(row))?.reminder).toMatchObject({ days: 7 })
    await saveSetting(company.id, 'timezone', 'America/Rio_Branco')
    await due(reminder(row, 1))
    expect((await now(row))?.reminder).toMatchObject({ days: 7 })
    const dueAt = reminderMoment(row.expiresAt, 1, 'America/Rio_Branco')
    expect(await armed({ ...reminder(row, 1), dueAt })).toEqual([{ ...reminder(row, 1), dueAt }])
  })

  it('is for who has the feature and is paid for', async () => {
    const [poor, late] = [
      await makeCompany({ plan: { useContracts: false } }),
      await makeCompany({ dueDate: '2026-01-01T00:00:00.000Z' }),
    ]
    for (const company of [poor, late]) {
      const row = await contract(company)
      await due(reminder(row, 7))
      expect((await now(row))?.reminder).toBeNull()
    }
  })
})

describe('the end of a contract', () => {
  it('is another term of its type, once, with its own timers', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-31T15:00:00Z') })
    const company = await makeCompany()
    const browser = await gateway.open(company.admin)
    const row = await contract(company, {
      type: 'Mensal',
      startAt: '2026-12-31',
      expiresAt: '2027-01-31',
      renewal: true,
    })
    const timer = renewal(row)
    await fire(timer, timer.dueAt - 1)
    expect((await now(row))?.expiresAt).toBe('2027-01-31')
    await due(timer)
    const renewed = (await now(row))!
    expect(renewed).toMatchObject({
      expiresAt: '2027-02-28',
      agreedEnd: '2027-01-31',
      renewedFrom: '2027-01-31',
      version: 2,
    })
    await due(timer)
    expect((await now(row))?.version).toBe(2)
    expect(await armed(renewal(renewed))).toEqual([renewal(renewed)])
    await due(renewal(renewed))
    expect((await now(row))?.expiresAt).toBe('2027-03-31')
    const received = browser.received.filter(({ event }) => event === `company-${company.id}-contract`)
    expect(received.map(({ payload }) => (payload?.contract as Contract | undefined)?.expiresAt)).toContain(
      '2027-02-28',
    )
  })

  it('after a long standstill is the term that is not over', async () => {
    const row = await contract(await makeCompany(), {
      type: 'Anual',
      startAt: '2023-02-28',
      expiresAt: '2024-02-29',
      renewal: true,
    })
    await fire(renewal(row), expiryMoment('2026-02-28', ZONE))
    expect((await now(row))?.expiresAt).toBe('2027-02-28')
    const daily = await contract(await makeCompany(), {
      type: 'Diário',
      startAt: '2026-11-01',
      expiresAt: '2026-11-01',
      renewal: true,
    })
    await fire(renewal(daily), expiryMoment('2026-11-09', ZONE))
    expect((await now(daily))?.expiresAt).toBe('2026-11-10')
  })

  it('leaves one that is not renewed as it is', async () => {
    const row = await contract(await makeCompany(), { startAt: '2026-01-01', expiresAt: '2026-02-01' })
    await due(renewal(row))
    expect(await now(row)).toEqual(row)
  })
})
