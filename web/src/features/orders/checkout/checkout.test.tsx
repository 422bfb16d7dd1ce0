// @vitest-environment jsdom

import { productStores } from '@balcao/shared/api/catalog/products.ts'
import { cep, customerAddresses } from '@balcao/shared/api/customers/customers.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { payments } from '@balcao/shared/api/orders/payments.ts'
import { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import type { DraftOrder, DraftPreset } from '@balcao/shared/entities/draft-order.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { newId } from '@balcao/shared/ids.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadTexts } from '#/lib/i18n.ts'
import { renderScreen } from '#/testing/render-screen.tsx'
import { sampleTicket } from '#/testing/sample-ticket.ts'
import { sessionUser } from '#/testing/session-user.ts'
import { startBackend } from '#/testing/start-backend.ts'
import { useCart } from '../cart/use-cart.ts'
import { CheckoutDialog } from './checkout-dialog.tsx'

const [storeId, customerId, productId, addressId] = [newId(), newId(), newId(), newId()]
const [pix, cash, card] = [newId(), newId(), newId()]
const option = (id: string, name: string, change: boolean, installments: boolean) => ({
  ...{ id, code: null, name, typePayment: { id: newId(), code: name, change, installments } },
  paymentDetails: installments ? [{ installments: 3, minimumValue: 10 }] : [],
})

let backend: Awaited<ReturnType<typeof startBackend>>
let ticket: Ticket
let draft: DraftOrder | null
let price: number
let places: object[]
let preset: DraftPreset

const item = (amount: number) => ({
  ...{ productId, name: 'Bolo', price, amount, total: price * amount, mediaPath: null, mediaName: null },
})
const quoted = (body: unknown) => {
  const { itens, typeDelivery, coupon } = body as {
    itens: { amount: number }[]
    typeDelivery: string
    coupon: string[]
  }
  if (coupon.includes('VELHO')) return { status: 422, body: { error: 'ERR_COUPON_EXPIRED', coupon: 'VELHO' } }
  const subTotal = price * itens[0]!.amount
  const freight = typeDelivery === 'entrega' ? 7.5 : 0
  const discount = coupon.length > 0 ? 5 : 0
  const sums = { subTotal, freight, discount, increase: 0, total: subTotal + freight - discount }
  const items = [{ ...item(itens[0]!.amount), stock: 9 }]
  return { body: { ...sums, items, coupons: [], route: freight ? '2,6 km' : '' } }
}
const orders = () => backend.calls.filter(({ method, path }) => method === 'POST' && path === '/budgets')

beforeEach(async () => {
  localStorage.clear()
  price = 20
  preset = { customer: null, storeId: null, typeDelivery: null, addressId: null, paymentId: null }
  ticket = sampleTicket({ draftBegun: true })
  draft = {
    ...{ id: newId(), ticketId: ticket.id, version: 1, storeId, storeName: 'Loja', customerId, customerName: 'Joana' },
    ...{ customerDocument: '52998224725', customerPhone: '', customerEmail: '', sellerId: newId(), itens: [item(2)] },
    ...{ typeDelivery: null, addressId: null, coupon: [], createdAt: '', updatedAt: '' },
  }
  backend = await startBackend()
  backend.on(draftOrder.get, () => (draft ? { body: draft } : { status: 404, body: { error: 'ERR_NO_DRAFT_FOUND' } }))
  backend.on(draftOrder.save, ({ body }) => {
    const { itens: _, version: __, ...choice } = body as DraftOrder
    draft = { ...draft!, ...choice, version: draft!.version + 1 }
    return { body: draft }
  })
  backend.on(draftOrder.preset, () => ({ body: preset }))
  backend.on(productStores.get, () => ({
    body: {
      ...{ id: newId(), storeId, productId, stock: 9, sellingPrice: price, promotionPrice: 0 },
      product: { id: productId, name: 'Bolo', thumbPath: null, mediaPath: null },
    },
  }))
  backend.on(payments.listAll, () => ({
    body: [
      option(pix, 'Pix', false, false),
      option(cash, 'Dinheiro', true, false),
      option(card, 'Cartão', false, true),
    ],
  }))
  const place = { address: 'Rua A', number: '1', complement: '', neighborhood: 'Sé', city: 'São Paulo', state: 'SP' }
  places = [{ id: addressId, customerId, name: 'Casa', zipCode: '01001000', ...place }]
  backend.on(customerAddresses.list, () => ({ body: { customerAddress: places, hasMore: false } }))
  backend.on(budgets.quote, ({ body }) => quoted(body))
})
afterEach(async () => {
  cleanup()
  await backend.stop()
})

/** A cart that is there; what follows on an order of it stays. */
function TestScreen({ given }: { given: Ticket }) {
  const cart = useCart(given)
  const [begun, setBegun] = useState(false)
  useEffect(() => {
    if (cart.saved) setBegun(true)
  }, [cart.saved])
  return begun ? <CheckoutDialog ticket={given} cart={cart} onClose={() => undefined} /> : null
}

const user = sessionUser()
const settings = [{ id: newId(), key: 'deliveryMethods', value: 'byKm' }]
const open = async () => {
  await loadTexts('checkout')
  await renderScreen('/pedido', <TestScreen given={ticket} />, {
    ...user,
    company: { ...user.company, settings: settings as never },
  })
  return within(await screen.findByRole('dialog'))
}
type Dialog = ReturnType<typeof within>
const click = (dialog: Dialog, name: string) => fireEvent.click(dialog.getByRole('button', { name }))
/** The button waits for the server's sums, which may be asked for anew. */
const next = (dialog: Dialog, title: string) =>
  waitFor(() => {
    if (!dialog.queryByRole('heading', { name: title })) click(dialog, 'Continuar')
    dialog.getByRole('heading', { name: title })
  })
const pay = async (dialog: Dialog, method: string, cents: string) => {
  fireEvent.change(await dialog.findByLabelText('Forma de pagamento'), { target: { value: method } })
  fireEvent.change(dialog.getByLabelText(/^(Valor|Recebido)$/), { target: { value: cents } })
  click(dialog, 'Adicionar pagamento')
}
const toPayment = async () => {
  const dialog = await open()
  fireEvent.click(dialog.getByRole('radio', { name: /^Retirada/ }))
  await next(dialog, 'Pagamento')
  return dialog
}
const toDivided = async () => {
  const dialog = await toPayment()
  fireEvent.click(await dialog.findByRole('button', { name: 'Dividir o pagamento' }))
  return dialog
}
const toConfirm = async () => {
  const dialog = await toPayment()
  fireEvent.click(await dialog.findByRole('radio', { name: /^Pix/ }))
  await next(dialog, 'Confira e confirme')
  return dialog
}
const made = { id: newId(), number: 7, total: 40, ticketId: null, canceledAt: null, customer: { fullName: 'Joana' } }

describe('the checkout', () => {
  it('asks for an address, shows freight and route, and says at the field what a coupon is refused for', async () => {
    const dialog = await open()
    fireEvent.click(dialog.getByRole('radio', { name: /^Entrega/ }))
    fireEvent.click(await dialog.findByRole('radio', { name: /^Casa/ }))
    await dialog.findByText('Frete (2,6 km)')
    fireEvent.change(dialog.getByLabelText('Cupom'), { target: { value: 'VELHO' } })
    click(dialog, 'Aplicar cupom')
    expect((await dialog.findByRole('alert')).textContent).toMatch(/^VELHO: /)
    fireEvent.change(dialog.getByLabelText('Cupom'), { target: { value: 'DEZ' } })
    click(dialog, 'Aplicar cupom')
    await dialog.findByText('Desconto')
    await waitFor(() => expect(draft).toMatchObject({ typeDelivery: 'entrega', addressId, coupon: ['DEZ'] }))
  })

  it('takes a new address by the dialog of customers, and goes there', async () => {
    const dialog = await open()
    fireEvent.click(dialog.getByRole('radio', { name: /^Entrega/ }))
    fireEvent.click(await dialog.findByRole('button', { name: 'Adicionar endereço' }))
    const form = within(await screen.findByRole('dialog', { name: 'Adicionar endereço' }))
    const typed = { Tipo: 'Trabalho', Endereço: 'Rua B', Número: '2', Bairro: 'Sé', Cidade: 'Osasco', UF: 'SP' }
    for (const [label, value] of Object.entries(typed))
      fireEvent.change(form.getByRole('textbox', { name: new RegExp(`^${label}`) }), { target: { value } })
    backend.on(cep.get, () => ({ status: 404, body: { error: 'ERR_NO_ZIP_CODE_FOUND' } }))
    fireEvent.change(form.getByLabelText(/^CEP/), { target: { value: '06010000' } })
    const work = newId()
    backend.on(customerAddresses.create, ({ body }) => {
      const made = { id: work, ...(body as object) }
      places = [...places, made]
      return { status: 201, body: made }
    })
    // It waits for the look-up of the postal code.
    const save = form.getByRole('button', { name: 'Salvar' })
    await waitFor(() => expect(save.getAttribute('aria-busy')).not.toBe('true'))
    fireEvent.click(save)
    await waitFor(() => expect(draft).toMatchObject({ typeDelivery: 'entrega', addressId: work }))
    const posted = backend.calls.find(({ path }) => path === '/customers/Address')
    expect(posted?.body).toMatchObject({ customerId, name: 'Trabalho', zipCode: '06010000', isActive: false })
    expect(await dialog.findByRole('radio', { name: /^Trabalho/ })).toHaveProperty('dataset.state', 'checked')
  })

  it('takes the whole sum by one press, with change of what is received', async () => {
    const dialog = await toPayment()
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('radio', { name: /^Pix/ })))
    const forward = dialog.getByRole('button', { name: 'Continuar' })
    expect([forward.hasAttribute('disabled'), dialog.getByText('Escolha a forma de pagamento').id]).toEqual([
      true,
      forward.getAttribute('aria-describedby'),
    ])
    fireEvent.click(dialog.getByRole('radio', { name: /^Dinheiro/ }))
    await dialog.findByText(/40,00, tudo de uma vez/)
    fireEvent.change(dialog.getByLabelText('Recebido'), { target: { value: '5000' } })
    await dialog.findByText(/^Troco: .*10,00/)
    await next(dialog, 'Confira e confirme')
    backend.on(budgets.create, () => ({ status: 201, body: made }))
    click(dialog, 'Confirmar pedido')
    await screen.findByRole('heading', { name: 'Pedido nº 7' })
    expect(orders()[0]?.body).toMatchObject({
      total: 40,
      payments: [{ method: cash, value: 40, change: 10, installments: 1 }],
    })
  })

  it('begins with delivery, destination and payment of the last order', async () => {
    const customer = { id: customerId, fullName: 'Joana', document: '52998224725' }
    preset = { customer, storeId, typeDelivery: 'entrega', addressId, paymentId: card }
    const dialog = await open()
    await waitFor(() => expect(draft).toMatchObject({ typeDelivery: 'entrega', addressId }))
    expect(await dialog.findByRole('radio', { name: /^Casa/ })).toHaveProperty('dataset.state', 'checked')
    await next(dialog, 'Pagamento')
    await waitFor(() =>
      expect(dialog.getByRole('radio', { name: /^Cartão/ })).toHaveProperty('dataset.state', 'checked'),
    )
    expect(dialog.getByText(/47,50, tudo de uma vez/)).toBeTruthy()
    await next(dialog, 'Confira e confirme')
  })

  it('says why it does not go on', async () => {
    const dialog = await open()
    await waitFor(() => expect(document.activeElement).toBe(dialog.getByRole('radio', { name: /^Retirada/ })))
    expect(dialog.getByText('Escolha retirada ou entrega')).toBeTruthy()
    fireEvent.click(dialog.getByRole('radio', { name: /^Entrega/ }))
    await dialog.findByText('Escolha o endereço da entrega')
    cleanup()
    const divided = await toDivided()
    expect((await divided.findAllByText(/^Falta pagar/)).map(({ textContent }) => textContent)).toEqual([
      'Falta pagar',
      expect.stringMatching(/40,00/),
    ])
  })

  it('keeps the payments when it is closed and opened again, as long as it comes to the same', async () => {
    const dialog = await toDivided()
    await pay(dialog, pix, '1500')
    await dialog.findByRole('list', { name: 'Pagamentos' })
    cleanup()
    const again = await toPayment()
    expect((await again.findByRole('list', { name: 'Pagamentos' })).textContent).toMatch(/Pix.*15,00/)
    cleanup()
    price = 21
    const dearer = await toPayment()
    await dearer.findByText('Falta pagar')
    expect(dearer.queryByRole('list', { name: 'Pagamentos' })).toBeNull()
  })

  it('takes each payment method once, no more than remains, and change where there is any', async () => {
    const dialog = await toDivided()
    await pay(dialog, '', '1000')
    await dialog.findByText('Informe método e valor válido')
    await pay(dialog, pix, '5000')
    expect(dialog.getByText(/foi ajustado para/)).toBeTruthy()
    await pay(dialog, pix, '1000')
    fireEvent.change(dialog.getByLabelText('Forma de pagamento'), { target: { value: pix } })
    await dialog.findByText('Este método de pagamento já foi utilizado')
    fireEvent.change(dialog.getByLabelText('Forma de pagamento'), { target: { value: card } })
    expect(within(dialog.getByLabelText('Parcelas')).getAllByRole('option')).toHaveLength(3)
    await pay(dialog, cash, '5000')
    await dialog.findByText(/Recebido.*50,00, troco.*20,00/)
    await next(dialog, 'Confira e confirme')
    backend.on(budgets.create, () => ({ status: 201, body: made }))
    const { id } = draft!
    click(dialog, 'Confirmar pedido')
    await screen.findByRole('heading', { name: 'Pedido nº 7' })
    expect(orders()[0]?.body).toMatchObject({
      ...{ draftId: id, ticketId: ticket.id, storeId, customerId, typeDelivery: 'retirada', subTotal: 40, total: 40 },
      itens: [{ productId, amount: 2, price: 20, total: 40 }],
      payments: [
        { method: pix, value: 10, change: 0, installments: 1 },
        { method: cash, value: 30, change: 20, installments: 1 },
      ],
    })
  })

  it('sends again as it was what was not answered, and so makes one order', async () => {
    const dialog = await toConfirm()
    backend.on(budgets.create, () => ({ status: 503, body: { error: 'ERR_UNAVAILABLE' } }))
    click(dialog, 'Confirmar pedido')
    await dialog.findByText(/não é feito duas vezes/)
    await screen.findAllByText('Pedido não finalizado com error!')
    backend.on(budgets.create, () => ({ status: 201, body: made }))
    click(dialog, 'Tentar de novo')
    await screen.findByRole('heading', { name: 'Pedido nº 7' })
    expect(orders()).toHaveLength(2)
    expect(orders()[1]?.body).toEqual(orders()[0]?.body)
  })

  it('shows what changed of the prices and which product is short, and keeps the cart', async () => {
    const dialog = await toConfirm()
    backend.on(budgets.create, () => ({
      status: 422,
      body: { error: 'ERR_OUT_OF_STOCK', items: [{ productId, name: 'Bolo', stock: 1 }] },
    }))
    click(dialog, 'Confirmar pedido')
    await dialog.findByText('Bolo: só há 1 em estoque.')
    price = 25
    backend.on(budgets.create, () => ({
      status: 409,
      body: { error: 'ERR_PRICE_CHANGED', subTotal: 50, total: 50, items: [item(2)] },
    }))
    click(dialog, 'Confirmar pedido')
    await dialog.findByText(/Os valores mudaram/)
    expect(dialog.getByText(/Os valores mudaram/).parentElement?.textContent).toMatch(/20,00.*25,00.*40,00.*50,00/)
    // The one payment follows the total: it was all of it.
    await waitFor(() => expect(dialog.getByRole('list', { name: 'Pagamentos' }).textContent).toMatch(/Pix.*50,00/))
    expect(draft?.itens).toHaveLength(1)
  })
})
