import { customers } from '@balcao/shared/api/customers/customers.ts'
import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import { expect, it } from 'vitest'
import { call, makeCompany } from '../../../../test/harness.ts'
import { makeField } from '../../../../test/make-field.ts'
import { newCpf } from '../../../../test/new-cpf.ts'
import { rowsOfFieldValue } from '../../../data/fields/field-values.ts'

it('a customer has custom fields: checked, searched, filtered, and gone with it', async () => {
  const { admin, id: companyId } = await makeCompany()
  const plan = await makeField(admin, { on: 'customer', type: 'choice', choices: ['Ouro', 'Prata'] })
  const text = await makeField(admin, { on: 'customer', type: 'text' })
  const portfolio = (await call(portfolios.create, { as: admin, body: { name: 'Varejo', userId: admin.user.id } })).body
  const body = { document: newCpf(), fullName: 'Padaria Central', email: 'pao@example.com', portfolioId: portfolio.id }
  const refused = await call(customers.create, { as: admin, body: { ...body, fields: { [plan.id]: 'Bronze' } } })
  expect(refused).toMatchObject({ status: 400, body: { details: [{ path: `fields.${plan.id}` }] } })
  const made = await call(customers.create, {
    as: admin,
    body: { ...body, fields: { [plan.id]: 'Ouro', [text.id]: 'Fornece cafeterias' } },
  })
  const { id } = made.body
  expect(made.body.fields).toEqual({ [plan.id]: 'Ouro', [text.id]: 'Fornece cafeterias' })
  const found = async (query: Record<string, string>) =>
    (await call(customers.list, { as: admin, query })).body.customers.map(row => row.id)
  expect(await found({ searchParam: 'cafeterias' })).toEqual([id])
  expect(await found({ fields: JSON.stringify({ [plan.id]: 'Ouro' }) })).toEqual([id])
  const changed = await call(customers.update, {
    as: admin,
    params: { id },
    body: { fullName: 'Padaria do Bairro', fields: { [plan.id]: 'Prata' } },
  })
  expect(changed.body).toMatchObject({
    fullName: 'Padaria do Bairro',
    fields: { [plan.id]: 'Prata', [text.id]: 'Fornece cafeterias' },
  })
  expect(await found({ fields: JSON.stringify({ [plan.id]: 'Ouro' }) })).toEqual([])
  expect(await found({ searchParam: 'prata' })).toEqual([id])
  await call(customers.remove, { as: admin, params: { id } })
  expect(await rowsOfFieldValue(companyId, { fieldId: plan.id, value: 'Prata' }, { limit: 5 })).toEqual([])
})
