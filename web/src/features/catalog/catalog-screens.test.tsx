// @vitest-environment jsdom
import { categories } from '@balcao/shared/api/catalog/categories.ts'
import { productStores, products } from '@balcao/shared/api/catalog/products.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import type { Category } from '@balcao/shared/entities/category.ts'
import type { Product, ProductStore } from '@balcao/shared/entities/product.ts'
import type { Store } from '@balcao/shared/entities/store.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { queryClient } from '#/lib/queries.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { CategoriesScreen } from './categories-screen.tsx'
import { ProductsScreen } from './products-screen.tsx'
import { StoresScreen } from './stores-screen.tsx'

const at = '2026-11-20T12:00:00.000Z'
const made = () => ({ id: newId(), userId: newId(), createdAt: at, updatedAt: at })
const store = (name: string): Store => ({
  ...made(),
  document: '11222333000181',
  name,
  fantasy: '',
  zipCode: '',
  address: '',
  number: '',
  complement: '',
  neighborhood: '',
  city: 'Osasco',
  state: 'SP',
  latitude: null,
  longitude: null,
  isActive: true,
  keyPix: '',
})
const category = (name: string): Category => ({ ...made(), code: '7', name, color: '#123456' })
const product = (name: string, change: Partial<Product> = {}): Product => ({
  ...made(),
  ean: '',
  name,
  code: 'CA-10',
  description: '',
  isActive: true,
  categoryId: null,
  category: null,
  mediaPath: null,
  thumbPath: null,
  mediaName: null,
  sold: null,
  ...change,
})
const price = ({ id, name }: Store, productId: string): ProductStore => ({
  ...made(),
  storeId: id,
  store: { id, name },
  productId,
  stock: 5,
  costPrice: 10,
  sellingPrice: 20,
  promotionPrice: 15.5,
})

let backend: Awaited<ReturnType<typeof startBackend>>
const end = { hasMore: false, nextCursor: null }
const sent = (method: string) => backend.calls.filter(call => call.method === method)
const click = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const user = sessionUser({ profile: 'user' })

beforeEach(async () => {
  backend = await startBackend()
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

describe('the stores screen', () => {
  it('shows at its field that a Pix key is none, with what was typed; a live change in its place', async () => {
    const centre = store('Centro')
    backend.on(stores.list, () => ({ body: { stores: [centre], ...end } }))
    backend.on(stores.create, () => ({ status: 422, body: { error: 'ERR_PIX_KEY_INVALID' } }))
    await renderScreen('/stores', <StoresScreen />)
    expect(await screen.findByText('11.222.333/0001-81')).toBeTruthy()
    await click('Taxas de entrega de Centro')
    await screen.findByRole('dialog', { name: /Centro/ })
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await click('Adicionar loja')
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText(/^Nome\b(?! fantasia)/), 'Praia')
    const document = within(dialog).getByLabelText<HTMLInputElement>('CNPJ')
    await userEvent.type(document, '112223330001')
    expect(document.value).toBe('11.222.333/0001')
    await userEvent.type(document, '81')
    await userEvent.type(within(dialog).getByLabelText('Chave Pix'), 'x')
    await click('Salvar')
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Chave Pix inválida/)
    expect(sent('POST')[0]?.body).toMatchObject({ name: 'Praia', document: '11222333000181', keyPix: 'x' })
    applyEvent(queryClient, { channel: 'store', payload: { action: 'update', store: { ...centre, isActive: false } } })
    expect(await screen.findByText('Inativa')).toBeTruthy()
  })
})

describe('the categories screen', () => {
  it('says what categories are when there are none, and makes the first', async () => {
    backend.on(categories.list, () => ({ body: { categories: [], ...end } }))
    backend.on(categories.create, () => ({ status: 201, body: category('Camisas') }))
    await renderScreen('/categories', <CategoriesScreen />)
    expect(await screen.findByText('Nenhuma categoria ainda')).toBeTruthy()
    await userEvent.click(screen.getAllByRole('button', { name: 'Adicionar categoria' })[0]!)
    const dialog = await screen.findByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText(/^Nome/), 'Camisas')
    await click('Salvar')
    expect(await screen.findByText('Categoria adicionada')).toBeTruthy()
    expect(sent('POST')[0]?.body).toMatchObject({ code: null, name: 'Camisas' })
  })
})

describe('the products screen', () => {
  it('shows pictures, and refuses a file that is too large or no picture', async () => {
    const shirt = product('Camiseta', { thumbPath: '/public/c/products/x.webp' })
    backend.on(products.list, () => ({ body: { products: [shirt], count: 1, ...end } }))
    backend.on(categories.listAll, () => ({ body: [] }))
    await renderScreen('/products', <ProductsScreen />)
    await screen.findByText('Camiseta')
    expect(document.querySelector('img')?.getAttribute('src')).toBe('/public/c/products/x.webp')
    await click('Editar Camiseta')
    const picker = await screen.findByTestId<HTMLInputElement>('picture')
    await userEvent.upload(picker, new File([new Uint8Array(11_000_000)], 'a.png', { type: 'image/png' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('O arquivo é muito grande. Tamanho máximo permitido: 10MB')
    await userEvent.upload(picker, new File(['<html>'], 'b.png', { type: 'image/png' }))
    expect(await screen.findByText('Erro ao carregar imagem')).toBeTruthy()
  })

  it('say price and stock, are sorted by the server, and limited to what is running out', async () => {
    const sold = { stores: 2, priceFrom: 25, priceTo: 30, stock: 45, low: true }
    const rows = [product('Café', { sold }), product('Avental')]
    backend.on(products.list, () => ({ body: { products: rows, count: 2, partial: false, ...end } }))
    backend.on(categories.listAll, () => ({ body: [category('Bebidas')] }))
    backend.on(stores.listAll, () => ({ body: [store('Centro'), store('Norte')] }))
    backend.on(products.export, () => ({ status: 202, body: { jobId: newId() } }))
    await renderScreen('/products', <ProductsScreen />)
    const row = (await screen.findByText('Café')).closest('li')!
    expect(within(row).getByText(/^R\$\s25,00 – R\$\s30,00$/)).toBeTruthy()
    // Both stores have 45, one of them few.
    expect(within(row).getByText('Acabando em uma loja')).toBeTruthy()
    const last = () => backend.calls.findLast(({ path }) => path === '/products')!.query
    await click('Ordenar por Preço')
    await waitFor(() => expect(last().get('sort')).toBe('price'))
    await click(/^Preço, em ordem crescente/)
    await waitFor(() => expect(last().get('sort')).toBe('-price'))
    await userEvent.selectOptions(screen.getByLabelText('Filtrar por estado'), 'Acabando')
    await waitFor(() => expect([last().get('low'), last().get('sort')]).toEqual(['true', '-price']))
    const asked = () => backend.calls.findLast(({ method }) => method === 'POST')?.body
    await click('Exportar produtos')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'CSV' }))
    await waitFor(() => expect(asked()).toEqual({ low: true, format: 'csv' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Avental' }))
    await click('Exportar')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excel (.xlsx)' }))
    await waitFor(() => expect(asked()).toEqual({ low: true, format: 'xlsx', ids: [rows[1]!.id] }))
  })

  it('are only looked up without the right to the catalogue: prices without cost, nothing to change', async () => {
    const shirt = product('Camiseta', { description: 'Malha penteada' })
    const known = price(store('Centro'), shirt.id)
    backend.on(products.list, () => ({ body: { products: [shirt], count: 1, ...end } }))
    backend.on(productStores.list, () => ({ body: { productStores: [known], ...end } }))
    await renderScreen('/products', <ProductsScreen />, user)
    await screen.findByText('Camiseta')
    for (const name of ['Excluir Camiseta', 'Editar Camiseta', 'Adicionar produto'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    await click(/^(?!Preços).*Camiseta/)
    const dialog = await screen.findByRole('dialog')
    expect(await within(dialog).findByText(/^R\$\s15,50$/)).toBeTruthy()
    expect(within(dialog).getByText('Malha penteada')).toBeTruthy()
    expect(within(dialog).queryByText(/custo/i)).toBeNull()
    for (const name of ['Excluir Centro', 'Editar Centro', 'Adicionar preço'])
      expect(within(dialog).queryByRole('button', { name })).toBeNull()
  })

  it('are changed with the right to the catalogue as by an admin', async () => {
    const shirt = product('Camiseta')
    backend.on(products.list, () => ({ body: { products: [shirt], count: 1, ...end } }))
    backend.on(categories.listAll, () => ({ body: [category('Camisas')] }))
    backend.on(products.update, () => ({ status: 200, body: shirt }))
    await renderScreen('/products', <ProductsScreen />, sessionUser({ profile: 'user', permissions: ['catalog'] }))
    await screen.findByText('Camiseta')
    expect(screen.getByRole('button', { name: 'Excluir Camiseta' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Adicionar produto' })).toBeTruthy()
    await click('Editar Camiseta')
    await userEvent.type(await screen.findByLabelText('EAN'), '789')
    expect(screen.getByLabelText('Categoria')).toBeTruthy()
    await click('Salvar')
    await waitFor(() => expect(sent('PUT')).toHaveLength(1))
    expect(sent('PUT')[0]?.body).toMatchObject({ ean: '789', categoryId: null })
  })

  it('takes prices as Brazilians type them, and demands stock, cost and selling price', async () => {
    const [shirt, centre, beach] = [product('Camiseta'), store('Centro'), store('Praia')]
    const known = price(centre, shirt.id)
    backend.on(products.list, () => ({ body: { products: [shirt], count: 1, ...end } }))
    backend.on(productStores.list, () => ({ body: { productStores: [known], ...end } }))
    backend.on(stores.listAll, () => ({ body: [centre, beach] }))
    backend.on(productStores.create, () => ({ status: 201, body: price(beach, shirt.id) }))
    await renderScreen('/products', <ProductsScreen />)
    await click('Preços de Camiseta')
    expect((await screen.findByText(/^R\$\s20,00$/)).tagName).toBe('S')
    await click('Adicionar preço')
    const form = await screen.findByRole('dialog', { name: 'Adicionar preço' })
    const selling = within(form).getByLabelText<HTMLInputElement>(/^Preço de venda/)
    await userEvent.clear(selling)
    await click('Salvar')
    expect(await within(form).findByText('Estoque, preço de custo e preço de venda são obrigatórios')).toBeTruthy()
    await userEvent.type(selling, '1990')
    await userEvent.type(within(form).getByLabelText(/^Estoque/), '12')
    await click('Salvar')
    expect(await screen.findByText('Preço salvo')).toBeTruthy()
    const body = { storeId: beach.id, productId: shirt.id, stock: 12, costPrice: 10, sellingPrice: 19.9 }
    expect(sent('POST')[0]?.body).toEqual({ ...body, promotionPrice: 15.5 })
    await click('Editar Centro')
    await click('Salvar')
    await waitFor(() => expect(sent('POST')).toHaveLength(2))
    expect(sent('POST')[1]?.body).toMatchObject({ storeId: centre.id, stock: 5, stockBefore: 5 })
  })
})
