import { auth, sessions } from '@balcao/shared/api/account/auth.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser } from '../../../../test/harness.ts'
import { recordAudit } from '../../../data/account/audit.ts'
import { metered } from '../../../data/table/meter.ts'

const ADDRESS = '203.0.113.5'

describe('the own sessions', () => {
  it('are where one is signed in and was, with what became of each, and nobody else’s', async () => {
    const { id: companyId, admin } = await makeCompany()
    const person = await makeUser(companyId)
    const user = { id: person.user.id, name: person.user.name }
    const first = newId()
    const record = (verb: 'signIn' | 'signOut' | 'signInRefused', subjectId: string, who = user) =>
      recordAudit(companyId, {
        ...{ action: `session.${verb}`, subjectId, user: who, address: ADDRESS, browser: 'Edge · Windows' },
      })
    await record('signIn', first)
    await record('signOut', first)
    await record('signInRefused', newId())
    await record('signIn', newId())
    await record('signIn', newId())
    await record('signIn', newId(), { id: admin.user.id, name: 'Ana' })
    await record('signIn', person.actor.sessionId)
    await recordAudit(companyId, { action: 'queue.delete', user })
    const { result, units } = await metered(() => call(sessions.list, { as: person }))
    expect(units.read).toBeLessThanOrEqual(4)
    expect(result.body.signIns.map(({ outcome, endedAt }) => [outcome, endedAt !== null])).toEqual([
      ['live', false],
      ['replaced', true],
      ['replaced', true],
      ['refused', false],
      ['signedOut', true],
    ])
    expect(result.body.signIns[0]).toMatchObject({ address: ADDRESS, browser: 'Edge · Windows' })
  })

  it('end everywhere at once', async () => {
    const { id: companyId } = await makeCompany()
    const person = await makeUser(companyId)
    const ended = await call(sessions.end, { as: person })
    expect(ended.status).toBe(204)
    expect(ended.cookies[0]).toMatch(/^jrt=; Max-Age=0/)
    expect((await call(auth.me, { as: person })).error).toBe('ERR_SESSION_ENDED')
  })
})
