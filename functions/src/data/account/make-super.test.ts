import { companies } from '@balcao/shared/api/company/companies.ts'
import { expect, it } from 'vitest'
import { call, makeCompany, makeUser } from '../../../test/harness.ts'
import { findByEmail } from '../table/unique.ts'
import { requireUser } from '../team/user.ts'
import { makeSuper } from './make-super.ts'

const given = (email: string) => ({
  email,
  name: 'Olga',
  companyName: `Op ${crypto.randomUUID()}`,
  passwordHash: 'none',
})

it('makes a super user with a company of their own, once', async () => {
  const email = `${crypto.randomUUID()}@example.com`
  expect(await makeSuper(given(email))).toMatchObject({ outcome: 'made' })
  const { companyId, userId } = (await findByEmail(email))!
  expect(await requireUser(companyId, userId, true)).toMatchObject({ super: true, profile: 'admin', name: 'Olga' })
  expect(await makeSuper(given(email))).toMatchObject({ outcome: 'was' })
})

it('raises somebody who is there already, also in the session they are in', async () => {
  const company = await makeCompany()
  const agent = await makeUser(company.id)
  expect((await call(companies.list, { as: agent })).error).toBe('ERR_NO_PERMISSION')
  expect(await makeSuper(given(agent.user.email))).toEqual({ outcome: 'raised', company: company.name })
  expect(await requireUser(company.id, agent.user.id, true)).toMatchObject({ super: true, profile: 'user' })
  await expect.poll(async () => (await call(companies.list, { as: agent })).status).toBe(200)
})
