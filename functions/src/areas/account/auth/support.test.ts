import { auth } from '@balcao/shared/api/account/auth.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../../../test/fake-gateway.ts'
import {
  call,
  changeElsewhere,
  makeCompany,
  makeUser,
  type TestCompany,
  type TestUser,
} from '../../../../test/harness.ts'
import { listAudit } from '../../../data/account/audit.ts'
import { verifyAccessToken } from '../../../http/tokens.ts'
import { fire } from '../../../workers/timers/handler.ts'

let company: TestCompany
let root: TestUser
let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
  root = await makeUser((await makeCompany()).id, { name: 'Olga Operadora', super: true })
  company = await makeCompany()
})
afterAll(() => gateway.close())

const start = async (companyId = company.id) => {
  const answer = await call(auth.startSupport, { as: root, body: { companyId } })
  const cookie = answer.cookies.find(each => each.startsWith('jrs='))?.split(';')[0] ?? ''
  const actor = { ...(await verifyAccessToken(answer.body.token)), permissions: [] }
  return { answer, cookie, as: { user: company.admin.user, actor, token: answer.body.token } satisfies TestUser }
}
const log = async (companyId = company.id) =>
  (await listAudit(companyId, { subject: 'session' }, { limit: 20 })).entries

describe('a sign-in for support', () => {
  it('is that of an admin for half an hour, ends nobody, and stands in the log with all that was done', async () => {
    const own = await gateway.open(company.admin)
    const { answer, as, cookie } = await start()
    const { support, id, super: isSuper } = answer.body.user
    expect([id, isSuper, support?.name]).toEqual([company.admin.user.id, false, 'Olga Operadora'])
    expect(Date.parse(support!.until) - Date.now()).toBeLessThanOrEqual(30 * 60_000)
    expect((await call(auth.me, { as })).body.support).toEqual(support)
    expect((await call(settings.update, { as, params: { key: 'call' }, body: { value: 'disabled' } })).status).toBe(200)
    expect((await call(settings.list, { as: company.admin })).status).toBe(200)
    const theirs = await gateway.open(as)
    expect(own.closed()).toBe(false)
    // The browser's next token is one of the same half hour, and of nobody else.
    const next = await call(auth.refresh, { headers: { cookie } })
    expect(next.body.user.support).toEqual(support)

    const left = await call(auth.endSupport, { headers: { cookie } })
    expect([left.status, left.cookies[0]]).toEqual([204, expect.stringContaining('jrs=; Max-Age=0')])
    await expect.poll(() => theirs.closed()).toBe(true)
    expect([own.closed(), (await call(auth.refresh, { headers: { cookie } })).error]).toEqual([
      false,
      'ERR_UNAUTHORIZED',
    ])
    await expect.poll(async () => (await call(settings.list, { as })).error).toBe('ERR_SESSION_EXPIRED')
    await call(auth.endSupport, { headers: { cookie } })
    const by = { user: { id: root.user.id, name: 'Olga Operadora' }, support: true }
    expect(await log()).toMatchObject([
      { verb: 'signOut', ...by },
      { verb: 'support', name: company.admin.user.name, ...by },
    ])
    const { entries } = await listAudit(company.id, { subject: 'setting' }, { limit: 5 })
    expect(entries).toMatchObject([by])
  })

  it('leaves nothing behind by which somebody could come back, and leads nowhere else', async () => {
    const { as } = await start()
    const colleague = await makeUser(company.id)
    for (const id of [company.admin.user.id, colleague.user.id])
      for (const body of [{ password: 'Another1' }, { email: `${crypto.randomUUID()}@example.com` }])
        expect((await call(users.update, { as, params: { id }, body })).error).toBe('ERR_NO_PERMISSION')
    expect((await call(users.update, { as, params: { id: colleague.user.id }, body: { name: 'Bia' } })).status).toBe(
      200,
    )
    const nested = await call(auth.startSupport, { as, body: { companyId: company.id } })
    const removal = await call(companies.remove, { as, params: { id: company.id }, query: { name: company.name } })
    expect([nested.error, removal.error]).toEqual(['ERR_NO_PERMISSION', 'ERR_NO_PERMISSION'])
  })

  it('is over after half an hour, by the clock, or when whoever it was is no super user any more', async () => {
    const { companyId } = (await start()).as.actor
    const { as, cookie } = await start()
    const browser = await gateway.open(as)
    const { sessionId } = as.actor
    await fire({ type: 'endSupport', companyId, sessionId, dueAt: Date.now() }, Date.now())
    await expect.poll(() => browser.closed()).toBe(true)
    expect((await call(auth.refresh, { headers: { cookie } })).error).toBe('ERR_UNAUTHORIZED')

    const later = await start()
    const key = { pk: `${companyId}#session`, sk: `support#${later.as.actor.sessionId}` }
    await changeElsewhere(key, 'until', Date.now() - 1)
    await expect.poll(async () => (await call(settings.list, { as: later.as })).error).toBe('ERR_SESSION_EXPIRED')

    const last = await start()
    await changeElsewhere({ pk: `${root.user.companyId}#user`, sk: `user#${root.user.id}` }, 'super', false)
    expect((await call(auth.refresh, { headers: { cookie: last.cookie } })).error).toBe('ERR_UNAUTHORIZED')
    await expect.poll(async () => (await call(settings.list, { as: last.as })).error).toBe('ERR_SESSION_EXPIRED')
  })

  it('reaches a company that is disabled, and none without an admin of its own', async () => {
    const other = await makeUser((await makeCompany()).id, { super: true })
    const closed = await makeCompany()
    await call(companies.update, { as: other, params: { id: closed.id }, body: { status: false } })
    const answer = await call(auth.startSupport, { as: other, body: { companyId: closed.id } })
    const as = {
      user: closed.admin.user,
      actor: { ...(await verifyAccessToken(answer.body.token)), permissions: [] },
      token: answer.body.token,
    }
    expect((await call(settings.list, { as })).status).toBe(200)
    await changeElsewhere({ pk: `${closed.id}#user`, sk: `user#${closed.admin.user.id}` }, 'super', true)
    const none = await call(auth.startSupport, { as: other, body: { companyId: closed.id } })
    expect(none.error).toBe('ERR_NO_USER_FOUND')
  })
})
