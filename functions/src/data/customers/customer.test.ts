import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { everyField } from '../../../test/heavy-contact.ts'
import { newCpf } from '../../../test/new-cpf.ts'
import { createRow, newRow } from '../table/small-list.ts'
import { changeCustomer, createCustomer, requireCustomer } from './customer.ts'
import { getCustomer } from './customer-row.ts'
import { PORTFOLIOS, type PortfolioRow } from './portfolio.ts'

it('is made once with all its fields, though somebody changes it before they are written', async () => {
  const companyId = newId()
  const id = newId()
  const fields = everyField()
  const { id: portfolioId } = await createRow(companyId, PORTFOLIOS, newRow<PortfolioRow>({ name: 'Geral' } as never))
  const given = { document: newCpf(), fullName: 'Ana Lima', email: '', birthday: null, portfolioId }
  let isMade = false
  const changing = (async () => {
    for (let i = 0; !isMade; i++)
      if (await getCustomer(companyId, id, true)) await changeCustomer(companyId, id, { email: `ana${i}@example.com` })
  })()
  const made = await createCustomer(
    companyId,
    { ...given, customerDefault: false, fields: { apply: () => fields, fields: [] } } as never,
    newId(),
    id,
  ).finally(() => {
    isMade = true
  })
  await changing
  expect(made.customer.fields).toEqual(fields)
  expect((await requireCustomer(companyId, id, true)).fields).toEqual(fields)
})
