import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { transact } from '../table/transact.ts'
import { armTimer, disarm, minuteOf, timersOf, timerWrite } from './timer.ts'

const mine = async (minute: number, companyId: string) =>
  (await timersOf(minute)).filter(({ timer }) => timer.companyId === companyId)

describe('timers', () => {
  it('stand in the bucket of their minute until they are disarmed', async () => {
    const companyId = newId()
    const dueAt = Date.now() + 3_600_000
    const timer = { type: 'expireTicket' as const, companyId, ticketId: newId(), dueAt }
    await armTimer(timer)
    await armTimer(timer)
    const found = await mine(minuteOf(dueAt), companyId)
    expect(found.map(entry => entry.timer)).toEqual([timer])
    await disarm(found)
    expect(await mine(minuteOf(dueAt), companyId)).toEqual([])
  })

  it('stay when they were armed again since they were read: what they were handed on to may be first', async () => {
    const companyId = newId()
    const dueAt = Date.now() + 3_600_000
    const timer = { type: 'expireTicket' as const, companyId, ticketId: newId(), dueAt }
    await armTimer(timer)
    const read = await mine(minuteOf(dueAt), companyId)
    await armTimer(timer)
    await disarm(read)
    const again = await mine(minuteOf(dueAt), companyId)
    expect(again.map(entry => entry.timer)).toEqual([timer])
    await transact([timerWrite(timer)])
    await disarm(again)
    const last = await mine(minuteOf(dueAt), companyId)
    expect(last).toHaveLength(1)
    // As one that was armed before armings were told apart, and one that is done whatever was
    // armed.
    await disarm(last.map(({ timer, minute }) => ({ timer, minute })))
    expect(await mine(minuteOf(dueAt), companyId)).toEqual([])
    await disarm(last)
  })

  it('join a transaction', async () => {
    const companyId = newId()
    const dueAt = Date.now() + 7_200_000
    const timer = { type: 'outbox' as const, companyId, ticketId: newId(), dueAt }
    await transact([timerWrite(timer)])
    expect((await mine(minuteOf(dueAt), companyId)).map(entry => entry.timer)).toEqual([timer])
  })

  it('of the past go into the present bucket, which the clock has not left yet', async () => {
    const companyId = newId()
    const before = minuteOf(Date.now())
    await armTimer({ type: 'transferPending', companyId, ticketId: newId(), dueAt: Date.now() - 86_400_000 })
    const found = await Promise.all([before, before + 1].map(minute => mine(minute, companyId)))
    expect(found.flat()).toHaveLength(1)
  })
})
