import { companies } from '@balcao/shared/api/company/companies.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { call, makeCompany, makePlan, makeUser } from '../../../../test/harness.ts'
import { mailTo } from '../../../../test/mail-queue.ts'
import { config } from '../../../config.ts'
import { getCompany } from '../../../data/company/company.ts'
import { findByEmail } from '../../../data/table/unique.ts'

const VALID = { name: 'Padaria', phone: '(11) 99999-9999', password: 'secret1' }

const signUp = async (body: { name?: string; email?: string; planId?: string; phone?: string; password?: string }) =>
  call(companies.signup, {
    body: {
      name: `Loja ${newId()}`,
      email: `${newId()}@example.com`,
      phone: '(11) 99999-9999',
      password: 'secret1',
      planId: (await makePlan()).id,
      ...body,
    },
    sourceIp: `203.0.113.20-${newId()}`,
  })

describe('a sign-up', { timeout: 60_000 }, () => {
  it('is one of several at once of the same e-mail, or the same name, and those refused leave nothing', async () => {
    const email = `${newId()}@example.com`
    const name = `Padaria ${newId()}`
    const code = 'ERR_COMPANY_ALREADY_EXISTS'
    // An e-mail that was quicker elsewhere is answered as if it were new, and stores nothing.
    for (const [same, statuses] of [
      [{ email }, [201, 201, 201]],
      [{ name }, [201, code, code]],
    ] as const) {
      const own = Array.from({ length: 3 }, (_, n) => ({ email: `${n}${newId()}@example.com`, ...same }))
      const answers = await Promise.all(own.map(signUp))
      expect(answers.map(({ error, status }) => error ?? status).sort()).toEqual(statuses)
      const companies = await Promise.all(answers.map(({ body }) => getCompany(body.id ?? newId(), true)))
      const [made, ...others] = companies.filter(company => company !== undefined)
      if (!made || others.length > 0) throw new Error(`${companies.length} companies were made`)
      const owners = await Promise.all(own.map(each => findByEmail(each.email)))
      expect(new Set(owners.filter(Boolean).map(owner => owner!.companyId))).toEqual(new Set([made.id]))
      expect(await getCompany(made.id, true)).toMatchObject({
        recurrence: 'MENSAL',
        status: true,
        campaignsEnabled: true,
        trialExpiration: made.dueDate,
      })
    }
  })

  it('with a known e-mail is answered as one with a new e-mail, and its owner gets a letter, three times an hour', async () => {
    const email = `${newId()}@example.com`
    const planId = (await makePlan()).id
    const first = await signUp({ email, planId })
    const again = await Promise.all(Array.from({ length: 5 }, () => signUp({ email, planId })))
    for (const { status, body } of again) {
      expect([status, Object.keys(body)]).toEqual([201, Object.keys(first.body)])
      expect(await getCompany(body.id, true)).toBeUndefined()
    }
    expect((await findByEmail(email))?.companyId).toBe(first.body.id)
    const emails = await mailTo(email, 4)
    expect(emails.map(({ type }) => type).sort()).toEqual(['emailConfirmation', ...Array(3).fill('knownEmail')])
    // A name that is taken says so, whosever the e-mail is.
    const taken = await Promise.all([signUp({ email, name: first.body.name }), signUp({ name: first.body.name })])
    expect(taken.map(({ error }) => error)).toEqual(Array(2).fill('ERR_COMPANY_ALREADY_EXISTS'))
  })

  it('is tried ten times an hour from one address', async () => {
    const sourceIp = `203.0.113.21-${newId()}`
    const attempt = () =>
      call(companies.signup, { body: { ...VALID, email: `${newId()}@example.com`, planId: newId() }, sourceIp })
    const answers = await Promise.all(Array.from({ length: 12 }, attempt))
    expect(answers.filter(({ error }) => error === 'ERR_NO_PLAN_FOUND')).toHaveLength(10)
    const { error, raw } = await attempt()
    expect([error, Number(raw.retryAfter) > 3000]).toEqual(['ERR_TOO_MANY_REQUESTS', true])
  })

  it('is refused where it cannot be one, with the field it is about', async () => {
    for (const [body, path] of [
      [{ name: 'A' }, 'name'],
      [{ name: 'x'.repeat(51) }, 'name'],
      [{ email: 'nobody' }, 'email'],
      [{ password: '1234' }, 'password'],
      [{ password: 'x'.repeat(51) }, 'password'],
      [{ phone: '123' }, 'phone'],
      [{ planId: 'x' }, 'planId'],
    ] as const) {
      const answer = await signUp(body)
      expect([path, answer.status, answer.details.map(detail => detail.path)]).toEqual([path, 400, [path]])
    }
    expect((await signUp({ planId: newId() })).error).toBe('ERR_NO_PLAN_FOUND')
  })
})

describe('an installation that takes no sign-ups', () => {
  afterEach(() => vi.restoreAllMocks())

  it('says so, refuses them and stores nothing, and its super users create companies', async () => {
    expect((await call(companies.signupState)).body).toEqual({ open: true })
    vi.spyOn(config(), 'SIGN_UP', 'get').mockReturnValue('closed')
    expect((await call(companies.signupState)).body).toEqual({ open: false })
    const email = `${newId()}@example.com`
    const refused = await signUp({ email })
    expect([refused.status, refused.error]).toEqual([403, 'ERR_SIGN_UP_CLOSED'])
    expect(await findByEmail(email)).toBeUndefined()
    const root = await makeUser((await makeCompany()).id, { super: true })
    const body = { ...VALID, name: `Loja ${newId()}`, email, planId: (await makePlan()).id }
    expect(await call(companies.create, { as: root, body })).toMatchObject({ status: 201 })
  })
})
