// @vitest-environment jsdom
import { fields } from '@balcao/shared/api/company/fields.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { customerAddresses, customers } from '@balcao/shared/api/customers/customers.ts'
import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import type { Customer } from '@balcao/shared/entities/customer.ts'
import { newId } from '@balcao/shared/ids.ts'
import { useQuery } from '@tanstack/react-query'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { apiQuery } from '#/lib/queries.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleContact } from '#/testing/sample-contact.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { CustomerSection } from './customer-section.tsx'

const at = '2026-11-20T12:00:00.000Z'
const portfolio = { id: newId(), name: 'Varejo' }
const shop: Customer = {
  ...{ id: newId(), document: '11222333000181', fullName: 'Padaria', email: 'pao@example.com', birthday: '1990-02-28' },
  ...{ portfolioId: portfolio.id, portfolio, customerDefault: false, userId: newId(), contacts: [], fields: {} },
  ...{ createdAt: at, updatedAt: at },
}
const home = {
  ...{ id: newId(), customerId: shop.id, name: 'Casa', zipCode: '01001000', address: 'Praça da Sé', number: '1' },
  ...{ complement: '', neighborhood: 'Sé', city: 'São Paulo', state: 'SP', latitude: null, longitude: null },
  ...{ isActive: true, createdAt: at, updatedAt: at },
}

let backend: Awaited<ReturnType<typeof startBackend>>
const links = () => backend.calls.filter(call => call.method === 'PUT' && call.path.startsWith('/contacts/'))

/** The section as the panel shows it: of the contact as it is known. */
function Shown({ id }: { id: string }) {
  const { data } = useQuery(apiQuery(contacts.get, { params: { id } }))
  return data ? <CustomerSection contact={data} /> : null
}

async function open(customerId: string | null) {
  let contact: Contact = sampleContact({ name: 'Maria Zap', email: 'maria@example.com', customerId })
  backend.on(contacts.get, () => ({ body: contact }))
  backend.on(contacts.update, call => {
    contact = { ...contact, ...(call.body as Partial<Contact>) }
    return { body: contact }
  })
  await renderScreen('/contacts', <Shown id={contact.id} />)
}

beforeEach(async () => {
  backend = await startBackend()
  backend.on(customers.get, () => ({ body: shop }))
  backend.on(customerAddresses.list, () => ({ body: { customerAddress: [home], hasMore: false, nextCursor: null } }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('the customer beside a conversation', () => {
  it('is shown with document, e-mail, birthday and main address, and unlinked until that is taken back', async () => {
    await open(shop.id)
    for (const text of ['Padaria', '11.222.333/0001-81', 'pao@example.com', '28/02/1990', /Praça da Sé, 1 · Sé/])
      expect(await screen.findByText(text)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Desvincular' }))
    expect(await screen.findByText('Cliente não cadastrado ou não identificado.')).toBeTruthy()
    await userEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
    expect(await screen.findByText('Padaria')).toBeTruthy()
    expect(links().map(({ body }) => body)).toEqual([{ customerId: null }, { customerId: shop.id }])
  })

  it('has its custom fields, each changed where it stands', async () => {
    const route = { id: newId(), name: 'Rota', on: 'customer', type: 'choice', choices: ['Norte', 'Sul'] }
    const other = { ...route, id: newId(), name: 'Plano', on: 'contact' }
    backend.on(fields.listAll, () => ({
      body: [route, other].map(each => ({ ...each, createdAt: at, updatedAt: at })),
    }))
    backend.on(customers.get, () => ({ body: { ...shop, fields: { [route.id]: 'Norte' } } }))
    backend.on(customers.update, ({ body }) => ({ body: { ...shop, ...(body as Partial<Customer>) } }))
    await open(shop.id)
    expect(await screen.findByRole('heading', { name: 'Campos do cliente' })).toBeTruthy()
    expect(screen.getByText('Norte')).toBeTruthy()
    expect(screen.queryByText('Plano')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Alterar Rota' }))
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Rota' }), 'Sul')
    expect(await screen.findByText('Sul')).toBeTruthy()
    const saved = backend.calls.filter(({ method, path }) => method === 'PUT' && path === `/customers/${shop.id}`)
    expect(saved.map(({ body }) => body)).toEqual([{ fields: { [route.id]: 'Sul' } }])
  })

  it('is made for the contact, by its document, and linked at once', async () => {
    backend.on(portfolios.listAll, () => ({
      body: [{ ...portfolio, code: null, userId: newId(), user: null, createdAt: at, updatedAt: at }],
    }))
    backend.on(customers.search, () => ({ status: 404, body: { error: 'ERR_NO_CUSTOMER_FOUND' } }))
    backend.on(customers.create, () => ({ status: 201, body: shop }))
    await open(null)
    await userEvent.click(await screen.findByRole('button', { name: 'Cadastrar cliente' }))
    const dialog = await screen.findByRole('dialog')
    fireEvent.change(within(dialog).getByLabelText(/CPF ou CNPJ/), { target: { value: shop.document } })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Buscar' }))
    await waitFor(() => expect(within(dialog).getByLabelText<HTMLInputElement>(/^Nome/).value).toBe('Maria Zap'))
    expect(within(dialog).getByLabelText<HTMLInputElement>(/^E-mail/).value).toBe('maria@example.com')
    // The only portfolio is the one.
    expect(within(dialog).getByLabelText<HTMLSelectElement>(/^Carteira/).value).toBe(portfolio.id)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Cliente vinculado ao contato')).toBeTruthy()
    expect(await screen.findByText('Padaria')).toBeTruthy()
    expect(links().map(({ body }) => body)).toEqual([{ customerId: shop.id }])
  })
})
