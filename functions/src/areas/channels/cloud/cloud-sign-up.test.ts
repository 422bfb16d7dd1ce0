import { cloudNumbers } from '@balcao/shared/api/channels/cloud.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestCompany } from '../../../../test/harness.ts'
import { useSimulators } from '../../../../test/use-simulators.ts'
import { sealSignUpToken } from '../../../messaging/sign-up-token.ts'

const { sim } = await useSimulators()

type Made = { phoneNumberId: string; businessAccountId: string; accessToken: string }

const makeNumber = () =>
  sim<Made>('POST', 'cloud/numbers', { phone: `5531${String(Date.now()).slice(-9)}`, name: 'Loja' })

/** Signs in at Meta and shares the account; answers the token in the address one comes back to. */
async function share({ businessAccountId }: Made, company: TestCompany): Promise<string> {
  const { loginUrl } = (await call(cloudNumbers.login, { as: company.admin })).body
  const url = new URL(loginUrl!)
  url.searchParams.set('redirect_uri', 'http://localhost/facebook-login.html')
  url.searchParams.set('state', 's')
  const page = (await (await fetch(url)).text()).replaceAll('&#38;', '&')
  const tokens = [...page.matchAll(/access_token=([^&"]+)/g)].map(([, token]) => decodeURIComponent(token!))
  for (const token of tokens) {
    const found = await call(cloudNumbers.find, { as: company.admin, body: { userToken: token } })
    if (found.body.numbers?.some(number => number.businessAccountId === businessAccountId)) return token
  }
  throw new Error('nobody may share this account')
}

const create = (company: TestCompany, { phoneNumberId, businessAccountId }: Made, accessToken: string) =>
  call(whatsapp.create, {
    as: company.admin,
    body: { name: 'Oficial', provider: 'cloud', phoneNumberId, businessAccountId, accessToken } as never,
  })

it('finds the numbers that somebody shared, and connects one with a token that nobody can read', async () => {
  const company = await makeCompany()
  const number = await makeNumber()
  const userToken = await share(number, company)
  const found = await call(cloudNumbers.find, { as: company.admin, body: { userToken } })
  expect(found.body.numbers).toEqual([
    {
      phoneNumberId: number.phoneNumberId,
      businessAccountId: number.businessAccountId,
      displayPhoneNumber: expect.stringMatching(/\d/),
      verifiedName: 'Loja',
    },
  ])
  expect(JSON.stringify(found.raw)).not.toContain('EAA')
  const { accessToken } = found.body
  // It is the company's alone.
  expect((await create(await makeCompany(), number, accessToken)).error).toBe('ERR_CLOUD_TOKEN')
  const made = await create(company, number, accessToken)
  expect(made.body).toMatchObject({ status: 'CONNECTED', verifiedName: 'Loja' })
  const again = await call(whatsapp.update, { as: company.admin, params: { id: made.body.id }, body: { accessToken } })
  expect(again.status).toBe(200)
})

it('takes the sealed token for an hour', async () => {
  const company = await makeCompany()
  const number = await makeNumber()
  const late = sealSignUpToken(company.id, number.accessToken, Date.now() - 3_600_001)
  expect((await create(company, number, late)).error).toBe('ERR_CLOUD_TOKEN')
})

it('refuses tokens of nobody, and users who may not', async () => {
  const company = await makeCompany()
  const body = { userToken: 'EAAnobody' }
  expect((await call(cloudNumbers.find, { as: company.admin, body })).error).toBe('ERR_CLOUD_TOKEN')
  expect((await call(cloudNumbers.find, { as: await makeUser(company.id), body })).status).toBe(403)
})
