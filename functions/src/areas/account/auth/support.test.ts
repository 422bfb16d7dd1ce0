import { auth } from '@balcao/shared/api/account/auth.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { newId } from '@balcao/shared/ids.ts'
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
import { startSession } from '../../../../test/start-session.ts'
import { listAudit } from '../../../data/account/audit.ts'
import { beginSecondFactor } from '../../../data/account/second-factor.ts'
import { getSession } from '../../../data/account/session.ts'
import { type JobRow, NO_EXPORT, newJob } from '../../../data/jobs/job.ts'
import { transact } from '../../../data/table/transact.ts'
import type { UserContext } from '../../../http/context.ts'
import { verifyAccessToken } from '../../../http/tokens.ts'
import { evict } from '../../../realtime/evict.ts'
import { fire } from '../../../workers/timers/handler.ts'
import { jobFor } from '../../company/jobs/job-for.ts'

let company: TestCompany
let root: TestUser
let gateway: FakeGateway
beforeAll(async () => {
  gateway = await startFakeGateway()
  root = await makeUser((await makeCompany()).id, { name: 'Olga Operadora', super: true })
  company = await makeCompany()
})
afterAll(() => gateway.close())

const start = async (companyId = company.id, by = root) => {
  const answer = await call(auth.startSupport, { as: by, body: { companyId } })
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

const operator = async () => makeUser((await makeCompany()).id, { super: true, profile: 'admin' })

describe('it ends with the session of whoever it is', () => {
  /**
   * The next call is refused, its socket closed, and the browser’s next token is none of the
   * company’s.
   */
  async function expectOver({ as, cookie }: Awaited<ReturnType<typeof start>>, browser: { closed: () => boolean }) {
    expect((await call(settings.list, { as })).error).toBe('ERR_SESSION_EXPIRED')
    await expect.poll(() => browser.closed()).toBe(true)
    expect((await call(auth.refresh, { headers: { cookie } })).error).toBe('ERR_UNAUTHORIZED')
  }

  it.each([
    ['at sign-out', (olga: TestUser) => call(auth.logout, { headers: { authorization: `Bearer ${olga.token}` } })],
    [
      'at a sign-in elsewhere',
      async ({ user, actor }: TestUser) => {
        const earlier = await startSession({ ...actor, sessionId: newId() })
        await evict(user.companyId, user.id, 'replaced', earlier!.sessionId)
      },
    ],
    [
      'by another password, which an admin gives',
      async ({ user }: TestUser) => {
        const boss = await makeUser(user.companyId, { super: true, profile: 'admin' })
        const done = await call(users.update, { as: boss, params: { id: user.id }, body: { password: 'Another12' } })
        expect(done.status).toBe(200)
      },
    ],
    [
      'by another e-mail, which an admin gives',
      async ({ user }: TestUser) => {
        const boss = await makeUser(user.companyId, { super: true, profile: 'admin' })
        const body = { email: `${crypto.randomUUID()}@example.com` }
        expect((await call(users.update, { as: boss, params: { id: user.id }, body })).status).toBe(200)
      },
    ],
    [
      'by a second factor that is reset',
      async ({ user }: TestUser) => {
        const boss = await makeUser(user.companyId, { super: true, profile: 'admin' })
        await beginSecondFactor(user.companyId, user.id)
        await changeElsewhere({ pk: `${user.companyId}#second-factor`, sk: `user#${user.id}` }, 'since', 1)
        await call(users.resetSecondFactor, { as: boss, params: { id: user.id } })
      },
    ],
  ])('%s', async (name, end) => {
    const olga = await operator()
    const support = await start(company.id, olga)
    const browser = await gateway.open(support.as)
    expect((await call(settings.list, { as: support.as })).status).toBe(200)
    await end(olga)
    if (name.includes('second factor') && (await getSession(olga.user.companyId, olga.user.id)))
      throw new Error('the session was not ended')
    await expectOver(support, browser)
  })

  it('at once when the right is taken away', async () => {
    const olga = await operator()
    const { as } = await start(company.id, olga)
    await changeElsewhere({ pk: `${olga.user.companyId}#user`, sk: `user#${olga.user.id}` }, 'super', false)
    await expect.poll(async () => (await call(settings.list, { as })).error).toBe('ERR_SESSION_EXPIRED')
  })

  it('also when it begins in the moment of a sign-in elsewhere', async () => {
    for (let round = 0; round < 5; round++) {
      const olga = await operator()
      const elsewhere = { ...olga.actor, sessionId: newId() }
      const [begun] = await Promise.all([
        call(auth.startSupport, { as: olga, body: { companyId: company.id } }),
        startSession(elsewhere).then(() => evict(olga.user.companyId, olga.user.id, 'replaced', olga.actor.sessionId)),
      ])
      if (begun.status !== 200) continue
      const actor = { ...(await verifyAccessToken(begun.body.token)), permissions: [] }
      const as = { user: company.admin.user, actor, token: begun.body.token }
      expect((await call(settings.list, { as })).error).toBe('ERR_SESSION_EXPIRED')
    }
  })
})

it('is left by the bearer alone, as often as one likes', async () => {
  const { as } = await start(company.id, await operator())
  const browser = await gateway.open(as)
  const leave = () => call(auth.endSupport, { headers: { authorization: `Bearer ${as.token}` } })
  expect([(await leave()).status, (await leave()).status]).toEqual([204, 204])
  expect((await call(settings.list, { as })).error).toBe('ERR_SESSION_EXPIRED')
  await expect.poll(() => browser.closed()).toBe(true)
  // Nobody else’s session is left by it.
  expect((await call(settings.list, { as: company.admin })).status).toBe(200)
  await call(auth.endSupport, { headers: { authorization: `Bearer ${company.admin.token}` } })
  expect((await call(settings.list, { as: company.admin })).status).toBe(200)
})

it('exports no company, repeats no export of one, and sees no link to its archive', async () => {
  const { id: companyId, admin } = company
  const { job, writes } = newJob(companyId, {
    kind: 'companyExport',
    user: { id: admin.user.id, name: admin.user.name },
    state: NO_EXPORT,
  })
  const file = { key: `${companyId}/x.zip`, name: 'x.zip', mimetype: 'application/zip', until: Date.now() + 60_000 }
  await transact(writes)
  const { as } = await start(company.id, await operator())
  expect((await call(companies.export, { as })).error).toBe('ERR_NO_PERMISSION')
  const theirs = { ...job, status: 'done', file } as JobRow
  const linkFor = async (actor: UserContext['actor']) =>
    (await jobFor({ actor } as UserContext, theirs)).result?.file?.url ?? null
  expect([await linkFor(as.actor), await linkFor(admin.actor)]).toEqual([null, expect.any(String)])
  const params = { id: job.id }
  expect((await call(jobs.cancel, { as: admin, params })).status).toBe(200)
  expect((await call(jobs.repeat, { as, params })).error).toBe('ERR_NO_PERMISSION')
})
