import { auth } from '@balcao/shared/api/account/auth.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, send, type TestUser } from '../../../../test/harness.ts'
import { changeCompany, planOf } from '../../../data/company/company.ts'
import { hashPassword } from '../../../http/password.ts'

const key = 'campaignsEnabled'
const valueIn = (list: readonly { key: string; value: string }[]) => list.filter(each => each.key === key)

/** Returns the value of `campaignsEnabled` in every answer that has settings. */
async function valuesFor(companyId: string, as: TestUser) {
  const [list, one, me, company] = await Promise.all([
    call(settings.list, { as }),
    call(settings.get, { as, params: { key } }),
    call(auth.me, { as }),
    call(companies.get, { as, params: { id: companyId } }),
  ])
  return [list.body, [one.body], me.body.company.settings, company.body.settings ?? []].map(valueIn)
}

const everywhere = (value: string) => Array(4).fill([{ key, value }])

describe('campaignsEnabled', () => {
  it('says with the settings what plan and company say', async () => {
    const { id, admin } = await makeCompany({ plan: { useCampaigns: true } })
    expect(await valuesFor(id, admin)).toEqual(everywhere('enabled'))
    expect(await valuesFor(id, await makeUser(id))).toEqual(everywhere('enabled'))
    await changeCompany(id, { campaignsEnabled: false })
    await planOf(id, true)
    expect(await valuesFor(id, admin)).toEqual(everywhere('disabled'))
    const without = await makeCompany({ plan: { useCampaigns: false } })
    expect(await valuesFor(without.id, without.admin)).toEqual(everywhere('disabled'))
  })

  it('is among the settings of the sign-in', async () => {
    const password = 'Segredo1'
    const company = await makeCompany({ plan: { useCampaigns: true }, passwordHash: await hashPassword(password) })
    const signIn = () => call(auth.login, { body: { email: company.admin.user.email, password } })
    expect(valueIn((await signIn()).body.user.company.settings)).toEqual([{ key, value: 'enabled' }])
    await changeCompany(company.id, { campaignsEnabled: false })
    expect(valueIn((await signIn()).body.user.company.settings)).toEqual([{ key, value: 'disabled' }])
  })

  it('is changed by no call of the settings', async () => {
    const { admin: as } = await makeCompany({ plan: { useCampaigns: false } })
    const before = (await call(settings.list, { as })).body
    const body = { key, value: 'enabled' }
    for (const answer of [
      await call(settings.update, { as, params: { key }, body }),
      await call(settings.save, { as, body }),
      await send('POST', '/settings', { as, text: JSON.stringify(body) }),
    ])
      expect([answer.status, answer.error]).toEqual([422, 'ERR_SETTING_READ_ONLY'])
    expect((await call(settings.list, { as })).body).toEqual(before)
  })
})
