import { companies } from '@balcao/shared/api/company/companies.ts'
import { newId } from '@balcao/shared/ids.ts'
import { describe, expect, it } from 'vitest'
import { call, makePlan } from '../../../../test/harness.ts'
import { getCompany } from '../../../data/company/company.ts'
import { findByEmail } from '../../../data/table/unique.ts'

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
    for (const [same, code] of [
      [{ email }, 'ERR_EMAIL_ALREADY_EXISTS'],
      [{ name }, 'ERR_COMPANY_ALREADY_EXISTS'],
    ] as const) {
      const own = Array.from({ length: 3 }, (_, n) => ({ email: `${n}${newId()}@example.com`, ...same }))
      const answers = await Promise.all(own.map(signUp))
      expect(answers.map(({ error, status }) => error ?? status).sort()).toEqual([201, code, code])
      const made = answers.find(({ status }) => status === 201)!.body
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
