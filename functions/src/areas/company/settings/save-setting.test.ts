import { companies } from '@balcao/shared/api/company/companies.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { expect, it } from 'vitest'
import { call, makeCompany, send } from '../../../../test/harness.ts'

it('takes the key from the body, by PUT and POST, and shows the company what holds', async () => {
  const { id, admin: as } = await makeCompany()
  const value = async () => (await call(settings.get, { as, params: { key: 'userRating' } })).body.value
  const text = (wanted: string) => JSON.stringify({ key: 'userRating', value: wanted })
  expect((await call(settings.save, { as, body: { key: 'userRating', value: 'enabled' } })).status).toBe(200)
  expect(await value()).toBe('enabled')
  expect((await send('POST', '/settings', { as, text: text('disabled') })).status).toBe(200)
  expect(await value()).toBe('disabled')
  const shown = (await call(companies.get, { as, params: { id } })).body.settings
  expect(shown).toEqual((await call(settings.list, { as })).body)
  expect(shown).toContainEqual({ key: 'userRating', value: 'disabled' })
})

it.each([
  ['ERR_NO_SETTING_FOUND', { key: 'toString', value: 'x' }],
  ['ERR_VALIDATION', { key: 'userRating', value: 'perhaps' }],
  ['ERR_VALIDATION', { value: 'enabled' } as unknown as { key: string; value: string }],
  ['ERR_OUTGOING_URL', { key: 'ipixc', value: 'http://ixc.example.com' }],
])('refuses with %s and changes nothing', async (code, body) => {
  const { admin: as } = await makeCompany()
  const before = (await call(settings.list, { as })).body
  expect((await call(settings.save, { as, body })).error).toBe(code)
  expect((await call(settings.list, { as })).body).toEqual(before)
})

it('changes a company by POST as well', async () => {
  const { id, admin: as } = await makeCompany()
  const answer = await send('POST', `/companies/${id}`, { as, text: '{"billingName":"Loja Ltda"}' })
  expect(answer).toMatchObject({ status: 200, body: { billingName: 'Loja Ltda' } })
})
