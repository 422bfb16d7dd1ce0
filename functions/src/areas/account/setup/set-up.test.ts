import { PLAN_FLAGS } from '@balcao/shared/access.ts'
import { auth } from '@balcao/shared/api/account/auth.ts'
import { setup } from '@balcao/shared/api/account/setup.ts'
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { forgetSetup } from '../../../../test/forget-setup.ts'
import { call, makeCompany } from '../../../../test/harness.ts'
import { openOwnTable } from '../../../../test/own-table.ts'
import { listAudit } from '../../../data/account/audit.ts'
import { makeSuper } from '../../../data/account/make-super.ts'
import { offerSetup } from '../../../data/account/offer-setup.ts'
import { isSetUp, newSetupToken, setUpWrite } from '../../../data/account/setup-token.ts'
import { getCompany, planOf } from '../../../data/company/company.ts'
import { listCompanyIds } from '../../../data/company/installation.ts'
import { getUsage } from '../../../data/company/usage.ts'
import { transact } from '../../../data/table/transact.ts'
import { findByEmail } from '../../../data/table/unique.ts'

// The row is one for the whole installation.
afterAll(await openOwnTable())

const HOUR_MS = 3_600_000

const person = (name: string) => ({ name, email: `${crypto.randomUUID()}@example.com`, password: 'secret1' })
const given = (token: string) => ({
  token,
  super: person('Olga'),
  company: { name: `Padaria ${crypto.randomUUID()}`, admin: person('Ana') },
})
type Given = ReturnType<typeof given>

const look = (token: string) => call(setup.look, { body: { token } })
const attempt = (body: Given) => call(setup.setUp, { body })

async function expectNothingMade({ super: operator, company }: Given, companies: number): Promise<void> {
  expect(await findByEmail(operator.email)).toBeUndefined()
  expect(await findByEmail(company.admin.email)).toBeUndefined()
  expect(await listCompanyIds()).toHaveLength(companies)
}

beforeEach(forgetSetup)
afterEach(() => vi.useRealTimers())

describe('setting an installation up', () => {
  it('makes the super user, the company and its admin, who sign in, and is over then', async () => {
    const token = (await newSetupToken())!
    expect(await isSetUp()).toBe(false)
    const left = Date.parse((await look(token)).body.goodUntil) - Date.now()
    expect(left > HOUR_MS - 60_000 && left <= HOUR_MS).toBe(true)
    const body = given(token)
    const { status, body: made } = await attempt(body)
    expect([status, made.company.name, made.super.name, made.company.admin.name]).toEqual([
      201,
      body.company.name,
      'Olga',
      'Ana',
    ])
    const [operator, admin] = await Promise.all(
      [body.super, body.company.admin].map(async ({ email, password }) => {
        const answer = await call(auth.login, { body: { email, password } })
        expect(answer.status).toBe(200)
        return answer.body.user
      }),
    )
    expect(operator).toMatchObject({ id: made.super.id, super: true, profile: 'admin', emailConfirmed: true })
    expect(admin).toMatchObject({ id: made.company.admin.id, super: false, profile: 'admin', emailConfirmed: true })
    expect([operator!.companyId, admin!.companyId]).toEqual([made.company.id, made.company.id])
    expect(await getCompany(made.company.id, true)).toMatchObject({
      name: body.company.name,
      email: body.company.admin.email,
      dueDate: '2099-12-31T00:00:00.000Z',
      trialExpiration: null,
    })
    expect(await planOf(made.company.id)).toMatchObject(Object.fromEntries(PLAN_FLAGS.map(flag => [flag, true])))
    expect(await getUsage(made.company.id)).toMatchObject({ users: 2, admins: 2 })
    const { entries } = await listAudit(made.company.id, {}, { limit: 20 })
    expect(entries.filter(({ subject, verb }) => subject === 'company' && verb === 'create')).toHaveLength(1)

    expect([await isSetUp(), await newSetupToken()]).toEqual([true, undefined])
    const again = given(token)
    const companies = (await listCompanyIds()).length
    expect(await attempt(again)).toMatchObject({ status: 409, error: 'ERR_SETUP_DONE' })
    await expectNothingMade(again, companies)
    expect((await look(token)).error).toBe('ERR_SETUP_DONE')
  })

  it('is done by exactly one of several calls at once', async () => {
    const token = (await newSetupToken())!
    const before = (await listCompanyIds()).length
    const bodies = Array.from({ length: 4 }, () => given(token))
    const answers = await Promise.all(bodies.map(attempt))
    expect(answers.map(({ error, status }) => error ?? status).sort()).toEqual([
      201,
      ...Array(3).fill('ERR_SETUP_DONE'),
    ])
    expect(await listCompanyIds()).toHaveLength(before + 1)
    const supers = await Promise.all(bodies.map(each => findByEmail(each.super.email)))
    expect(supers.filter(Boolean)).toHaveLength(1)
  })

  it('is refused with a token that is wrong, replaced, or an hour old, and changes nothing', async () => {
    const before = (await listCompanyIds()).length
    const unknown = given('made-up')
    expect(await attempt(unknown)).toMatchObject({ status: 422, error: 'ERR_SETUP_TOKEN' })
    const [first, second] = [(await newSetupToken())!, (await newSetupToken())!]
    const replaced = given(first)
    expect(await attempt(replaced)).toMatchObject({ status: 422, error: 'ERR_SETUP_TOKEN' })
    vi.useFakeTimers({ now: Date.now() + HOUR_MS + 1000, toFake: ['Date'] })
    const late = given(second)
    expect(await attempt(late)).toMatchObject({ status: 422, error: 'ERR_SETUP_EXPIRED' })
    const looks = await Promise.all(['made-up', first, second].map(look))
    expect(looks.map(({ error }) => error)).toEqual(['ERR_SETUP_TOKEN', 'ERR_SETUP_TOKEN', 'ERR_SETUP_EXPIRED'])
    for (const body of [unknown, replaced, late]) await expectNothingMade(body, before)
    vi.useRealTimers()
    expect((await attempt(given(second))).status).toBe(201)
  })

  it('names the field that cannot be taken, and leaves the token good', async () => {
    const token = (await newSetupToken())!
    const other = await makeCompany()
    const taken = other.admin.user.email
    const body = given(token)
    const before = (await listCompanyIds()).length
    for (const [wrong, code, path] of [
      [
        { ...body, company: { ...body.company, admin: { ...body.company.admin, email: body.super.email } } },
        'ERR_EMAIL_ALREADY_EXISTS',
        'company.admin.email',
      ],
      [{ ...body, super: { ...body.super, email: taken } }, 'ERR_EMAIL_ALREADY_EXISTS', 'super.email'],
      [
        { ...body, company: { ...body.company, admin: { ...body.company.admin, email: taken.toUpperCase() } } },
        'ERR_EMAIL_ALREADY_EXISTS',
        'company.admin.email',
      ],
      [{ ...body, company: { ...body.company, name: other.name } }, 'ERR_COMPANY_ALREADY_EXISTS', 'company.name'],
      [{ ...body, super: { ...body.super, password: '1234' } }, 'ERR_VALIDATION', 'super.password'],
      [
        { ...body, company: { ...body.company, admin: { ...body.company.admin, password: 'x'.repeat(51) } } },
        'ERR_VALIDATION',
        'company.admin.password',
      ],
    ] as const) {
      const answer = await attempt(wrong)
      expect([answer.error, answer.details.map(detail => detail.path)]).toEqual([code, [path]])
      await expectNothingMade(body, before)
    }
    expect((await attempt(body)).status).toBe(201)
  })

  it('is over where a super user was made or raised by the command', async () => {
    const token = (await newSetupToken())!
    await makeSuper({ ...person('Olga'), companyName: `Op ${crypto.randomUUID()}`, passwordHash: 'none' })
    expect(await attempt(given(token))).toMatchObject({ status: 409, error: 'ERR_SETUP_DONE' })
    await forgetSetup()
    expect([await offerSetup(), await isSetUp()]).toEqual([undefined, true])
    await forgetSetup()
    const company = await makeCompany()
    await makeSuper({ email: company.admin.user.email, name: 'Ana', companyName: company.name, passwordHash: 'none' })
    expect([await isSetUp(), await newSetupToken()]).toEqual([true, undefined])
    await transact([setUpWrite()])
    expect(await isSetUp()).toBe(true)
  })
})
