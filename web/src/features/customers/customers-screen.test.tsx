// @vitest-environment jsdom
import { fields } from '@balcao/shared/api/company/fields.ts'
import { cep, customerAddresses, customers } from '@balcao/shared/api/customers/customers.ts'
import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import type { Customer, CustomerAddress } from '@balcao/shared/entities/customer.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderScreen } from '#/testing/render-screen.tsx'
import { startBackend } from '#/testing/start-backend.ts'
import { CustomerDialog } from './customer-dialog.tsx'
import { CustomersScreen } from './customers-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const portfolio = { id: newId(), name: 'Varejo' }
const customer = (fullName: string, change: Partial<Customer> = {}): Customer => ({
  ...{ id: newId(), document: '52998224725', fullName, email: 'maria@example.com', birthday: '1990-02-28' },
  ...{ portfolioId: portfolio.id, portfolio, customerDefault: false, userId: newId(), contacts: [], fields: {} },
  ...{ createdAt: at, updatedAt: at },
  ...change,
})

let backend: Awaited<ReturnType<typeof startBackend>>
const listed = (rows: Customer[]) => () => ({
  body: { customers: rows, count: rows.length, hasMore: false, nextCursor: null },
})
const sent = (method: string) => backend.calls.filter(call => call.method === method)
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

beforeEach(async () => {
  backend = await startBackend()
  backend.on(portfolios.listAll, () => ({
    body: [{ ...portfolio, code: null, userId: newId(), user: null, createdAt: at, updatedAt: at }],
  }))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('the customers screen', () => {
  it('shows document, name, e-mail, day and month of birth, portfolio and who is the default', async () => {
    backend.on(customers.list, listed([customer('Maria', { customerDefault: true })]))
    await renderScreen('/customers', <CustomersScreen />)
    expect(await screen.findByText('529.982.247-25')).toBeTruthy()
    for (const text of ['Maria', 'maria@example.com', '28/02', 'Varejo', '1'])
      expect(screen.getAllByText(text).length, text).toBeGreaterThan(0)
    expect(screen.getByRole('button', { name: /Padrão:\s*Sim$/ })).toBeTruthy()
  })

  it('is narrowed by the customers’ custom fields', async () => {
    const route = { id: newId(), name: 'Rota', on: 'customer', type: 'choice', choices: ['Norte', 'Sul'] }
    backend.on(fields.listAll, () => ({ body: [{ ...route, createdAt: at, updatedAt: at }] as never }))
    backend.on(customers.list, ({ query }) => listed(query.get('fields') ? [] : [customer('Maria')])())
    await renderScreen('/customers', <CustomersScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Filtrar por campos' }))
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Rota' }), 'Sul')
    expect(await screen.findByText('Nenhum cliente com estes filtros')).toBeTruthy()
    const asked = backend.calls.filter(({ path }) => path === '/customers').at(-1)!
    expect(asked.query.get('fields')).toBe(JSON.stringify({ [route.id]: 'Sul' }))
    const popover = within(screen.getByRole('dialog', { name: 'Filtrar por campos' }))
    await userEvent.click(popover.getByRole('button', { name: 'Limpar filtro' }))
    expect(await screen.findByText('Maria')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    await userEvent.click(screen.getByRole('button', { name: 'Filtrar por campos' }))
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Rota' }), 'Norte')
    await screen.findByText('Nenhum cliente com estes filtros')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Limpar filtro' }))
    expect(await screen.findByText('Maria')).toBeTruthy()
  })

  it('looks the document up first: nothing else can be filled in before, and who is new is made', async () => {
    backend.on(customers.list, listed([]))
    backend.on(customers.search, () => ({ status: 404, body: { error: 'ERR_NO_CUSTOMER_FOUND' } }))
    backend.on(customers.create, call => ({ status: 201, body: customer('Maria', call.body as Partial<Customer>) }))
    await renderScreen('/customers', <CustomersScreen />)
    await userEvent.click((await screen.findAllByRole('button', { name: 'Cadastrar cliente' }))[0]!)
    const dialog = await screen.findByRole('dialog')
    const disabled = () =>
      [/^Nome/, /^E-mail/, /^Carteira/].map(label => within(dialog).getByLabelText<HTMLInputElement>(label).disabled)
    expect(disabled()).toEqual([true, true, true])
    type(/CPF ou CNPJ/, '52998224724')
    expect(await within(dialog).findByText(/dígitos não batem/)).toBeTruthy()
    type(/CPF ou CNPJ/, '')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    expect(await within(dialog).findByText('Documento inválido')).toBeTruthy()
    expect(within(dialog).queryByText(/dígitos não batem/)).toBeNull()
    type(/CPF ou CNPJ/, '52998224725')
    expect(within(dialog).getByLabelText<HTMLInputElement>(/CPF ou CNPJ/).value).toBe('529.982.247-25')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Buscar' }))
    expect(await within(dialog).findByText('Cliente não cadastrado. Preencha os dados.')).toBeTruthy()
    await waitFor(() => expect(disabled()).toEqual([false, false, false]))
    type(/^Nome/, 'Ma')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    for (const text of ['Mensagem muito curta', 'E-mail inválido'])
      expect(await within(dialog).findByText(text)).toBeTruthy()
    type(/^Nome/, 'Maria da Silva')
    type(/^E-mail/, 'maria@example.com')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Cliente salvo')).toBeTruthy()
    expect(sent('POST').map(({ body }) => body)).toEqual([
      {
        ...{ document: '52998224725', fullName: 'Maria da Silva', email: 'maria@example.com', birthday: null },
        ...{ portfolioId: portfolio.id, customerDefault: false, fields: {} },
      },
    ])
  })

  it('fills in who is found, alphanumeric CNPJ too, and forgets them for another document', async () => {
    const shop = customer('Padaria Pão Doce', { document: '12ABC34501DE35', birthday: null })
    backend.on(customers.list, listed([]))
    backend.on(customers.search, () => ({ body: shop }))
    backend.on(customers.update, () => ({ body: shop }))
    await renderScreen('/customers', <CustomersScreen />)
    await userEvent.click((await screen.findAllByRole('button', { name: 'Cadastrar cliente' }))[0]!)
    await screen.findByRole('dialog')
    type(/CPF ou CNPJ/, '12.abc.345/01de-35')
    fireEvent.keyDown(screen.getByLabelText(/CPF ou CNPJ/), { key: 'Enter' })
    expect(await screen.findByText(/Cliente já cadastrado/)).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(/^Nome/).value).toBe('Padaria Pão Doce')
    expect(backend.calls.find(({ path }) => path.includes('/search/'))!.path).toBe('/customers/search/12ABC34501DE35')
    type(/CPF ou CNPJ/, '12.abc.345/01de-3')
    expect(screen.getByLabelText<HTMLInputElement>(/^Nome/)).toMatchObject({ value: '', disabled: true })
  })
})

describe('saving while something is looked up', () => {
  const save = (dialog: HTMLElement) => within(dialog).getByRole('button', { name: 'Salvar' })
  const isBusy = (dialog: HTMLElement) => save(dialog).getAttribute('aria-busy') === 'true'
  const mount = async (backend: Awaited<ReturnType<typeof startBackend>>) => {
    backend.on(customers.list, listed([]))
    backend.on(customers.create, call => ({ status: 201, body: customer('Bia', call.body as Partial<Customer>) }))
    const read = {
      document: { value: '52998224725', words: 'CPF 529.982.247-25' },
      fullName: { value: 'Bia Lima', words: 'Bia Lima' },
      email: { value: 'bia@exemplo.com.br', words: 'bia@exemplo.com.br' },
    }
    await renderScreen('/customers', <CustomerDialog customer={null} read={read} onClose={() => undefined} />)
    return screen.findByRole('dialog')
  }

  it.each([
    ['the customer', customers.search],
    ['the portfolios', portfolios.listAll],
  ] as const)('waits for %s', async (_, slow) => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    backend.on(customers.search, async () => {
      if (slow === customers.search) await answered
      return { status: 404, body: { error: 'ERR_NO_CUSTOMER_FOUND' } }
    })
    if (slow === portfolios.listAll)
      backend.on(portfolios.listAll, async () => {
        await answered
        return { body: [{ ...portfolio, code: null, userId: newId(), user: null, createdAt: at, updatedAt: at }] }
      })
    const dialog = await mount(backend)
    await waitFor(() => expect(backend.calls.some(({ path }) => path.includes('/search/'))).toBe(true))
    expect(isBusy(dialog)).toBe(true)
    await userEvent.click(save(dialog))
    answer()
    await waitFor(() => expect(isBusy(dialog)).toBe(false))
    expect(sent('POST')).toEqual([])
    // One click is enough then.
    await userEvent.click(save(dialog))
    await waitFor(() => expect(sent('POST')).toMatchObject([{ body: { portfolioId: portfolio.id } }]))
  })

  it('looks a document up again that was typed, changed and typed once more', async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    backend.on(customers.search, async () => {
      await answered
      return { status: 404, body: { error: 'ERR_NO_CUSTOMER_FOUND' } }
    })
    const dialog = await mount(backend)
    await waitFor(() => expect(isBusy(dialog)).toBe(true))
    type(/CPF ou CNPJ/, '5299822472')
    await waitFor(() => expect(isBusy(dialog)).toBe(false))
    answer()
    await waitFor(() => expect(backend.calls.some(({ path }) => path.includes('/search/'))).toBe(true))
    await new Promise(done => setTimeout(done, 50))
    type(/CPF ou CNPJ/, '52998224725')
    await waitFor(() => expect(isBusy(dialog)).toBe(false))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Buscar' }))
    expect(await within(dialog).findByText('Cliente não cadastrado. Preencha os dados.')).toBeTruthy()
  })
})

describe('the addresses of a customer', () => {
  const open = async (rows: CustomerAddress[] = []) => {
    const maria = customer('Maria')
    backend.on(customers.list, listed([maria]))
    backend.on(customerAddresses.list, () => ({ body: { customerAddress: rows, hasMore: false, nextCursor: null } }))
    await renderScreen('/customers', <CustomersScreen />)
    await userEvent.click(await screen.findByRole('button', { name: 'Endereços de Maria' }))
    await userEvent.click((await screen.findAllByRole('button', { name: 'Adicionar endereço' }))[0]!)
    await screen.findByRole('dialog', { name: 'Adicionar endereço' })
    return maria
  }

  it('are filled in by the postal code, which gives way to what was typed meanwhile', async () => {
    const maria = await open()
    backend.on(cep.get, () => {
      // The answer is still on its way: nothing is saved without it.
      expect(screen.getByRole('button', { name: 'Salvar' }).getAttribute('aria-busy')).toBe('true')
      type(/^Bairro/, 'Centro')
      return {
        body: {
          ...{ zipCode: '01001000', address: 'Praça da Sé', neighborhood: 'Sé', city: 'São Paulo', state: 'SP' },
          ...{ latitude: -23.55, longitude: -46.63 },
        },
      }
    })
    backend.on(customerAddresses.create, call => ({
      status: 201,
      body: { ...(call.body as CustomerAddress), id: newId(), isActive: true, createdAt: at, updatedAt: at },
    }))
    screen.getByLabelText(/^CEP/).focus()
    type(/^CEP/, '01001000')
    expect(screen.getByLabelText<HTMLInputElement>(/^CEP/).value).toBe('01001-000')
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/^Endereço\*/).value).toBe('Praça da Sé'))
    expect(screen.getByLabelText<HTMLInputElement>(/^Bairro/).value).toBe('Centro')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Número/)))
    type(/^Tipo/, 'Casa')
    type(/^Número/, '10')
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    await waitFor(() => expect(sent('POST')).toHaveLength(1))
    expect(sent('POST')[0]!.body).toEqual({
      ...{ customerId: maria.id, name: 'Casa', zipCode: '01001000', address: 'Praça da Sé', number: '10' },
      ...{ complement: '', neighborhood: 'Centro', city: 'São Paulo', state: 'SP', latitude: -23.55 },
      ...{ longitude: -46.63, isActive: true },
    })
  })

  it('stay free when the postal code cannot be looked up, and ask for what is missing', async () => {
    await open()
    backend.on(cep.get, () => ({ status: 424, body: { error: 'ERR_ZIP_CODE_SERVICE' } }))
    type(/^CEP/, '01001-000')
    expect(await screen.findByText('Não foi possível buscar o CEP. Preencha o endereço.')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(/^Endereço\*/).disabled).toBe(false)
    await userEvent.click(screen.getByRole('button', { name: 'Salvar' }))
    expect(await screen.findByText('Tipo é obrigatório')).toBeTruthy()
    expect(sent('POST')).toEqual([])
  })
})
