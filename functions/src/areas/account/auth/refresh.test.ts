import { auth } from '@balcao/shared/api/account/auth.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, makeCompany, type TestUser } from '../../../../test/harness.ts'
import { changeCompany } from '../../../data/company/company.ts'
import { signRefreshToken } from '../../../http/tokens.ts'

const cookieOf = ({ actor }: TestUser, generation = 0) => `jrt=${signRefreshToken({ ...actor, generation })}`
const refresh = (cookie: string) => call(auth.refresh, { headers: { cookie } })
const nextOf = (answer: { cookies: string[] }) => answer.cookies[0]!.split(';')[0]!
const me = (token: string) => call(auth.me, { headers: { authorization: `Bearer ${token}` } })

afterEach(() => vi.useRealTimers())

const tenSecondsOn = () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 })

describe('refreshing', () => {
  it('rotates the refresh token and gives a working access token', async () => {
    const { admin } = await makeCompany()
    const first = await refresh(cookieOf(admin))
    expect(first.status).toBe(200)
    expect(first.body.user.id).toBe(admin.user.id)
    expect(nextOf(first)).not.toBe(cookieOf(admin))
    expect((await me(first.body.token)).status).toBe(200)
    expect((await refresh(nextOf(first))).status).toBe(200)
  })

  it('gives two tabs that refresh at once the same next token', async () => {
    const { admin } = await makeCompany()
    const answers = await Promise.all([1, 2, 3].map(() => refresh(cookieOf(admin))))
    expect(answers.map(answer => answer.status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(nextOf)).size).toBe(1)
    tenSecondsOn()
    expect((await refresh(nextOf(answers[0]!))).status).toBe(200)
  })

  it('ends the session when a rotated token comes back later', async () => {
    const { admin } = await makeCompany()
    const first = await refresh(cookieOf(admin))
    tenSecondsOn()
    const reused = await refresh(cookieOf(admin))
    expect([reused.status, reused.error]).toEqual([401, 'ERR_SESSION_ENDED'])
    expect(reused.cookies[0]).toMatch(/^jrt=; Max-Age=0/)
    expect((await me(first.body.token)).error).toBe('ERR_SESSION_ENDED')
    expect((await refresh(nextOf(first))).error).toBe('ERR_SESSION_ENDED')
  })

  it('refuses a made-up token without ending anything', async () => {
    const { admin } = await makeCompany()
    const cookie = cookieOf(admin)
    for (const bad of ['', 'jrt=', 'jrt=x.y', `${cookie.slice(0, -3)}AAA`, cookieOf(admin).replace('.', 'A.')])
      expect([(await refresh(bad)).status, bad]).toEqual([401, bad])
    expect((await refresh(cookie)).status).toBe(200)
  })

  it('refuses a company that expired or was disabled meanwhile', async () => {
    const company = await makeCompany()
    await changeCompany(company.id, { status: false })
    expect((await refresh(cookieOf(company.admin))).error).toBe('ERR_COMPANY_DISABLED')
    await changeCompany(company.id, { status: true, dueDate: new Date(Date.now() - 1).toISOString() })
    const expired = await refresh(cookieOf(company.admin))
    expect([expired.status, expired.error]).toEqual([402, 'ERR_COMPANY_EXPIRED'])
  })
})

describe('signing out', () => {
  it('ends the session of the cookie or of the token, and may be repeated', async () => {
    const [one, two] = [await makeCompany(), await makeCompany()]
    const byCookie = await call(auth.logout, { headers: { cookie: cookieOf(one.admin) } })
    expect(byCookie.status).toBe(204)
    expect(byCookie.cookies[0]).toMatch(/^jrt=; Max-Age=0/)
    expect((await call(auth.me, { as: one.admin })).status).toBe(401)

    expect((await call(auth.logout, { as: two.admin })).status).toBe(204)
    expect((await call(auth.me, { as: two.admin })).status).toBe(401)
    expect((await call(auth.logout, { as: two.admin })).status).toBe(204)
  })
})
