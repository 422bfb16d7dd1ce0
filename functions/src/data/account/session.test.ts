import { DEFAULT_SCHEDULES } from '@balcao/shared/entities/working-hours.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { startSession } from '../../../test/start-session.ts'
import { metered } from '../table/meter.ts'
import { changeSessionRights, endSession, getLiveSession, rightsOf, rotateSession } from './session.ts'

const someone = () => ({
  companyId: newId(),
  userId: newId(),
  sessionId: newId(),
  profile: 'user' as const,
  super: false,
  permissions: [],
})

describe('sessions', () => {
  it('are one per user: a new one takes the place of the earlier', async () => {
    const first = someone()
    expect(await startSession(first)).toBeUndefined()
    const second = { ...first, sessionId: newId() }
    expect((await startSession(second))?.sessionId).toBe(first.sessionId)
    const live = (sessionId: string) => getLiveSession(first.companyId, first.userId, sessionId)
    expect(await live(first.sessionId)).toBeUndefined()
    expect(await live(second.sessionId)).toMatchObject({ sessionId: second.sessionId, generation: 0 })
    // The earlier one cannot end the later.
    expect(await endSession(first.companyId, first.userId, first.sessionId)).toBeUndefined()
    expect(await live(second.sessionId)).toBeDefined()
    await endSession(first.companyId, first.userId, second.sessionId)
    expect(await live(second.sessionId)).toBeUndefined()
  })

  it('are read once for a burst of calls', async () => {
    const { companyId, userId, sessionId, ...rights } = someone()
    await startSession({ companyId, userId, sessionId, ...rights })
    const { units } = await metered(() =>
      Promise.all(Array.from({ length: 20 }, () => getLiveSession(companyId, userId, sessionId))),
    )
    expect(units.calls).toBe(1)
  })

  it('rotate once per generation', async () => {
    const session = someone()
    await startSession(session)
    const rights = { profile: 'admin' as const, super: false, permissions: [] }
    const turns = await Promise.all([1, 2, 3].map(() => rotateSession({ ...session, generation: 0 }, rights)))
    expect(turns.filter(Boolean)).toHaveLength(1)
    expect(await rotateSession({ ...session, sessionId: newId(), generation: 1 }, rights)).toBe(false)
    expect(await rotateSession({ ...session, profile: 'admin', generation: 1 }, rights)).toBe(true)
  })

  it('do not rotate with rights that were taken away since they were read', async () => {
    const read = { ...someone(), permissions: ['catalog' as const] }
    await startSession(read)
    const { companyId, userId, sessionId } = read
    await changeSessionRights(companyId, userId, { ...rightsOf(read), permissions: [] })
    expect(await rotateSession({ ...read, generation: 0 }, rightsOf(read))).toBe(false)
    expect((await getLiveSession(companyId, userId, sessionId))?.permissions).toEqual([])
  })

  it('do not rotate past access hours or another profile that the user got since they were read', async () => {
    const accessHours = DEFAULT_SCHEDULES
    for (const later of [{ accessHours }, { profile: 'admin' as const }]) {
      const read = someone()
      await startSession(read)
      const { companyId, userId, sessionId } = read
      await changeSessionRights(companyId, userId, rightsOf({ ...read, ...later }))
      expect(await rotateSession({ ...read, generation: 0 }, rightsOf(read))).toBe(false)
      const now = (await getLiveSession(companyId, userId, sessionId))!
      expect(now).toMatchObject(later)
      expect(await rotateSession(now, rightsOf({ ...read, ...later }))).toBe(true)
    }
  })
})
