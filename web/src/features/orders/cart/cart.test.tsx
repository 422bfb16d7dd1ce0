// @vitest-environment jsdom
import { productStores } from '@balcao/shared/api/catalog/products.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { customers } from '@balcao/shared/api/customers/customers.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import type { DraftOrder, DraftPreset } from '@balcao/shared/entities/draft-order.ts'
import type { ProductOffer } from '@balcao/shared/entities/product.ts'
import { newId } from '@balcao/shared/ids.ts'
import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { queryClient } from '#/lib/queries.ts'
import { toast } from '#/lib/toast.ts'
import { applyEvent } from '#/realtime/apply-event.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { cartShown } from '../public/ticket-cart.tsx'
import { mayLoseDraft } from './cart-button.tsx'
import { CartPanel } from './cart-panel.tsx'

const storeId = newId()
const bia = { id: newId(), name: 'Bia', queueIds: [], online: true }
const offer = (name: string, changes: Partial<ProductOffer> = {}): ProductOffer => {
  const productId = newId()
  return {
    id: newId(),
    storeId,
    productId,
    stock: 50,
    sellingPrice: 20,
    promotionPrice: 0,
    product: {
      ...{ id: productId, ean: '', name, code: '', description: '', isActive: true, categoryId: null },
      ...{ mediaPath: null, thumbPath: null, mediaName: null },
    },
    ...changes,
  }
}
const bolo = offer('Bolo de cenoura', { stock: 2, promotionPrice: 15.5 })
const cafe = offer('Café coado', { sellingPrice: 8 })
const suco = offer('Suco', { stock: 0 })
const OFFERS = [bolo, cafe, suco]

type Backend = Awaited<ReturnType<typeof startBackend>>
let backend: Backend
/** The draft as the server has it. */
let kept: DraftOrder | null
let preset: DraftPreset
let saves: { version: number; itens: { productId: string; amount: number }[] }[]
const user = sessionUser()

const draftOf = (itens: { productId: string; amount: number }[], sellerId = user.id): DraftOrder => ({
  ...{ id: newId(), ticketId: newId(), version: (kept?.version ?? 0) + 1, storeId, storeName: 'Loja Centro' },
  ...{ customerId: null, customerDocument: '', customerName: '', customerPhone: '', customerEmail: '', sellerId },
  itens: itens.map(({ productId, amount }) => {
    const { product, sellingPrice, promotionPrice } = OFFERS.find(each => each.productId === productId)!
    const price = promotionPrice || sellingPrice
    return { productId, name: product.name, price, amount, total: price * amount, mediaPath: null, mediaName: null }
  }),
  ...{ typeDelivery: null, addressId: null, coupon: [], createdAt: '', updatedAt: '' },
})

beforeEach(async () => {
  localStorage.clear()
  kept = null
  preset = { customer: null, storeId: null, typeDelivery: null, addressId: null, paymentId: null }
  saves = []
  backend = await startBackend()
  backend.on(stores.listAll, () => ({ body: [{ id: storeId, name: 'Loja Centro', isActive: true }] }))
  backend.on(contacts.get, () => ({ body: { id: newId(), name: 'Maria', customerId: null } }))
  backend.on(draftOrder.preset, () => ({ body: preset }))
  backend.on(users.listAll, () => ({ body: [bia] }))
  backend.on(productStores.search, ({ query }) => {
    const text = (query.get('searchParam') ?? '').toLowerCase()
    return { body: { productStores: OFFERS.filter(({ product }) => product.name.toLowerCase().includes(text)) } }
  })
  backend.on(productStores.get, ({ path }) => ({ body: OFFERS.find(each => path.endsWith(each.productId)) }))
  backend.on(draftOrder.get, () => (kept ? { body: kept } : { status: 404, body: { error: 'ERR_NO_DRAFT_FOUND' } }))
  backend.on(draftOrder.save, ({ body }) => {
    const given = body as (typeof saves)[number]
    if (given.version !== (kept?.version ?? 0))
      return { status: 409, body: { error: 'ERR_DRAFT_CHANGED', draft: kept } }
    saves.push(given)
    kept = draftOf(given.itens)
    return { body: kept }
  })
})
afterEach(async () => {
  cleanup()
  cartShown.set(null)
  await backend.stop()
})

const open = async (changes: Parameters<typeof sampleTicket>[0] = {}) => {
  const ticket = sampleTicket(changes)
  await loadTexts('checkout', 'tickets')
  await renderScreen('/carrinho', <CartPanel ticket={ticket} beside onClose={() => undefined} />, user)
  return ticket
}
const type = (text: string) =>
  fireEvent.change(screen.getByRole('combobox', { name: 'Buscar produto' }), { target: { value: text } })
const press = (key: string) => fireEvent.keyDown(screen.getByRole('combobox', { name: 'Buscar produto' }), { key })
const lastSaved = () => saves.at(-1)?.itens.map(({ productId, amount }) => [productId, amount])

describe('the cart', () => {
  it('adds what Enter chooses, shows its price and stock, and saves it', async () => {
    await open()
    await screen.findByRole('combobox', { name: 'Buscar produto' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Buscar produto' })))
    type('bolo')
    const option = await screen.findByRole('option', { name: /Bolo de cenoura/ })
    expect(option.textContent).toMatch(/20,00.*15,50.*últimas 2/)
    press('Enter')
    await screen.findByText('Item adicionado ao pedido')
    await waitFor(() => expect(lastSaved()).toEqual([[bolo.productId, 1]]))
    // The last but one: two there are, a third there is not.
    press('Enter')
    await screen.findByText('Quantidade atualizada')
    press('Enter')
    await screen.findByText('Só há 2 em estoque')
    await waitFor(() => expect(lastSaved()).toEqual([[bolo.productId, 2]]))
    expect(saves.every(({ version }, i) => version === i)).toBe(true)
    expect(screen.getByText('Subtotal, 2 itens').parentElement?.textContent).toContain('31,00')
  })

  it('adds the best of several when Enter is pressed before they are there', async () => {
    await open()
    await screen.findByRole('combobox', { name: 'Buscar produto' })
    type('o')
    press('Enter')
    await screen.findByText('Item adicionado ao pedido')
    await waitFor(() => expect(lastSaved()).toEqual([[bolo.productId, 1]]))
  })

  it('takes nothing that is out of stock', async () => {
    await open()
    await screen.findByRole('combobox', { name: 'Buscar produto' })
    type('suco')
    const option = await screen.findByRole('option', { name: /Sem estoque/ })
    expect(option.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(option)
    expect(screen.getByText('Subtotal, 0 itens')).toBeTruthy()
  })

  it('sends a product to the customer by key, from its line and with the pointer, once for a repeated try', async () => {
    kept = draftOf([{ productId: cafe.productId, amount: 1 }])
    const ticket = await open({ draftBegun: true })
    await screen.findByText('Café coado')
    const asked: { productId: string; clientId: string }[] = []
    backend.on(budgets.offer, ({ body }) => {
      asked.push(body as (typeof asked)[number])
      return asked.length === 1 ? { status: 503, body: { error: 'ERR_UNAVAILABLE' } } : { status: 201, body: {} }
    })
    fireEvent.click(screen.getByRole('button', { name: 'Enviar Café coado ao cliente' }))
    await waitFor(() => expect(asked).toHaveLength(1))
    expect(asked[0]).toMatchObject({ ticketId: ticket.id, storeId, productId: cafe.productId })
    fireEvent.click(await screen.findByRole('button', { name: 'Enviar Café coado ao cliente' }))
    await screen.findByText('Produto enviado ao cliente')
    expect(asked[1]).toEqual(asked[0])
    type('bolo')
    await screen.findByRole('option', { name: /Bolo de cenoura/ })
    fireEvent.keyDown(screen.getByRole('combobox', { name: 'Buscar produto' }), { key: 'Enter', ctrlKey: true })
    await waitFor(() => expect(asked.at(-1)!.productId).toBe(bolo.productId))
    type('suco')
    await screen.findByRole('option', { name: /Suco/ })
    await waitFor(() => expect(screen.getAllByTestId('offer')).toHaveLength(1))
    fireEvent.click(screen.getByTestId('offer'))
    await waitFor(() => expect(asked.at(-1)!.productId).toBe(suco.productId))
    expect(new Set(asked.map(({ clientId }) => clientId)).size).toBe(3)
    expect(saves).toEqual([])
  })

  it('keeps what two did at once, and says who did what', async () => {
    kept = draftOf([{ productId: bolo.productId, amount: 1 }])
    const ticket = await open({ draftBegun: true })
    await screen.findByText('Bolo de cenoura')
    // Saved by somebody else, and not yet heard of here.
    kept = draftOf([...kept.itens, { productId: cafe.productId, amount: 3 }], bia.id)
    fireEvent.click(screen.getByRole('button', { name: 'Um a mais de Bolo de cenoura' }))
    await screen.findByText('Bia também mudou o pedido: adicionou 3 × Café coado')
    await waitFor(() =>
      expect(lastSaved()).toEqual([
        [bolo.productId, 2],
        [cafe.productId, 3],
      ]),
    )
    expect(screen.getByText('Café coado')).toBeTruthy()
    // A change that is told shows at once.
    kept = draftOf([{ productId: cafe.productId, amount: 1 }], bia.id)
    act(() =>
      applyEvent(queryClient, {
        channel: 'draftOrder',
        payload: { action: 'update', ticketId: ticket.id, draft: kept },
      }),
    )
    await waitFor(() => expect(screen.queryByText('Bolo de cenoura')).toBeNull())
  })

  it('is kept without a network and saved when it is back', async () => {
    backend.on(draftOrder.save, () => ({ status: 503, body: { error: 'ERR_UNAVAILABLE' } }))
    const ticket = await open()
    await screen.findByRole('combobox', { name: 'Buscar produto' })
    type('café')
    await screen.findByRole('option', { name: /Café coado/ })
    press('Enter')
    await screen.findByText(/fica guardado neste navegador/)
    expect(localStorage.getItem(`balcao.unsent.${user.companyId}.${user.id}.cart.${ticket.id}`)).toContain(
      cafe.productId,
    )
    backend.on(draftOrder.save, ({ body }) => {
      saves.push(body as (typeof saves)[number])
      kept = draftOf((body as (typeof saves)[number]).itens)
      return { body: kept }
    })
    window.dispatchEvent(new Event('online'))
    await waitFor(() => expect(lastSaved()).toEqual([[cafe.productId, 1]]))
    await waitFor(() => expect(screen.queryByText(/fica guardado/)).toBeNull())
  })

  it('looks up what a message names, and searches for it when it names none', async () => {
    const ticket = await open()
    await screen.findByRole('combobox', { name: 'Buscar produto' })
    act(() => cartShown.set({ ticketId: ticket.id, text: 'Café coado' }))
    await waitFor(() => expect(lastSaved()).toEqual([[cafe.productId, 1]]))
    act(() => cartShown.set({ ticketId: ticket.id, text: 'o' }))
    await waitFor(() =>
      expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Buscar produto' }).value).toBe('o'),
    )
  })

  it('begins with the customer and the store of the last order', async () => {
    const [other, customerId] = [newId(), newId()]
    backend.on(stores.listAll, () => ({
      body: [other, storeId].map((id, i) => ({ id, name: `Loja ${i + 1}`, isActive: true })),
    }))
    preset = { ...preset, storeId, customer: { id: customerId, fullName: 'Joana', document: '52998224725' } }
    await open()
    await screen.findByText('Joana')
    expect(screen.getByLabelText<HTMLSelectElement>('Loja').value).toBe(storeId)
    type('café')
    await screen.findByRole('option', { name: /Café coado/ })
    press('Enter')
    await waitFor(() => expect(saves.at(-1)).toMatchObject({ storeId, customerId }))
  })

  it('shows the order after an addition, and the results again when one searches on', async () => {
    await open()
    await screen.findByRole('combobox', { name: 'Buscar produto' })
    type('café')
    await screen.findByRole('option', { name: /Café coado/ })
    press('Enter')
    await waitFor(() => expect(screen.queryByRole('option', { name: /Café coado/ })).toBeNull())
    expect(screen.getByRole('list', { name: 'Itens do pedido' }).textContent).toContain('Café coado')
    press('ArrowDown')
    await screen.findByRole('option', { name: /Café coado.*1 no pedido/ })
    await waitFor(() => expect(lastSaved()).toEqual([[cafe.productId, 1]]))
  })

  it('links who buys to the contact by one click, when the contact has no customer', async () => {
    const customerId = newId()
    const contactId = newId()
    const contact = { id: contactId, name: 'Maria', customerId: null }
    backend.on(contacts.get, () => ({ body: contact }))
    backend.on(contacts.update, ({ body }) => ({ body: { ...contact, ...(body as object) } }))
    backend.on(customers.get, () => ({ body: { id: customerId, fullName: 'Joana', document: '52998224725' } }))
    kept = { ...draftOf([{ productId: bolo.productId, amount: 1 }]), customerId, customerName: 'Joana' }
    await open({ draftBegun: true, contactId })
    const changes = () => backend.calls.filter(({ method, path }) => method === 'PUT' && path.startsWith('/contacts/'))
    fireEvent.click(await screen.findByRole('button', { name: 'Vincular ao contato' }))
    await screen.findByText('Cliente vinculado ao contato')
    expect(screen.queryByRole('button', { name: 'Vincular ao contato' })).toBeNull()
    fireEvent.click(screen.getByRole('button', { name: 'Desfazer' }))
    await screen.findByRole('button', { name: 'Vincular ao contato' })
    await waitFor(() => expect(changes().map(({ body }) => body)).toEqual([{ customerId }, { customerId: null }]))
  })

  it('asks before its ticket is closed, and not when there is nothing in it', async () => {
    const empty = await open()
    expect(await mayLoseDraft({ ...empty, draftBegun: true })).toBe(true)
    cleanup()
    kept = draftOf([{ productId: bolo.productId, amount: 1 }])
    const ticket = await open({ draftBegun: true })
    await screen.findByText('Bolo de cenoura')
    const calls = backend.calls.length
    const answer = mayLoseDraft(ticket)
    await screen.findByText(/não poderá ser recuperado/)
    fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    expect(await answer).toBe(false)
    // What is known is not asked for.
    expect(backend.calls.slice(calls).filter(({ path }) => path.endsWith('/draft'))).toEqual([])
  })

  it('says that it cannot be asked for without a network, in place of waiting', async () => {
    const ticket = { ...sampleTicket({ userId: user.id }), draftBegun: true }
    const refused = vi.spyOn(toast, 'error')
    onlineManager.setOnline(false)
    expect(await mayLoseDraft(ticket).finally(() => onlineManager.setOnline(true))).toBe(false)
    expect(refused).toHaveBeenCalledWith(expect.objectContaining({ code: 'ERR_NETWORK' }))
  })
})
