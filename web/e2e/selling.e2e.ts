/**
 * Tests a sale in a conversation: a cart on two screens, a coupon, freight by distance, two
 * payments, the order and its Pix code on the customer's phone.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { CROSSED, faultless } from './support/faultless.ts'
import { openGroup } from './support/open-group.ts'
import { alarms, choose, composer, enter, leaveAll, openCounter, SOON, sendText, takeUp } from './support/serve.ts'
import { addPayment, addProduct } from './support/shop.ts'
import type { Simulator } from './support/simulator.ts'
import './support/steps.ts'

const BUSINESS = '5511900000097'
const JOANA = '5511988880097'

let company: Company
let browser: Browser
let sim: Simulator
let admin: Page
let ana: Page

/**
 * Sets up a shop before it sells: a store with a Pix key, two products, a customer with an address,
 * a coupon, freight and payments.
 */
async function openShop({ admin }: Company) {
  const { call, userId } = await signedIn(admin)
  const place = { zipCode: '01001000', neighborhood: 'Sé', city: 'São Paulo', state: 'SP' }
  const store = await call('POST', '/stores', {
    ...{ name: 'Loja Centro', keyPix: 'pix@balcao.test', address: 'Praça da Sé', number: '1' },
    ...{ ...place, latitude: -23.5503, longitude: -46.6339 },
  })
  for (const { price, ...product } of [
    { name: 'Bolo de cenoura', code: '10', price: { stock: 3, costPrice: 8, sellingPrice: 20, promotionPrice: 15.5 } },
    { name: 'Café coado', code: '20', price: { stock: 90, costPrice: 2, sellingPrice: 8, promotionPrice: 0 } },
  ])
    await addProduct(call, store.id, product, price)
  const portfolio = await call('POST', '/portfolios', { name: 'Balcão', userId })
  const customer = await call('POST', '/customers', {
    ...{ document: '52998224725', fullName: 'Joana Prado', email: 'joana@balcao.test' },
    ...{ portfolioId: portfolio.id, customerDefault: true },
  })
  await call('POST', '/customers/Address', {
    ...{ customerId: customer.id, name: 'Casa', address: 'Av. Paulista', number: '900' },
    ...{ ...place, neighborhood: 'Bela Vista', latitude: -23.5646, longitude: -46.6527 },
  })
  await call('PUT', '/settings/deliveryMethods', { value: 'byKm' })
  await call('POST', '/rates', { storeId: store.id, kilometers: 1, minimumValue: 0, value: 5 })
  const startAt = new Date(Date.now() - 60_000).toISOString()
  await call('POST', '/coupons', { name: 'DEZ', type: 'percentage', value: 10, startAt })
  for (const name of ['Dinheiro', 'Pix']) await addPayment(call, name)
  const paymentId = await addPayment(call, 'Cartão de crédito')
  await call('POST', '/paymentDetails', { paymentId, minimumValue: 100, installments: 3 })
}

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim, admin } = await openCounter(browser, {
    name: 'das Vendas',
    business: BUSINESS,
    customers: [[JOANA, 'Joana Prado']],
    prepare: openShop,
  }))
  ana = await enter(browser, company, company.attendants[0])
  await takeUp(ana, sim, { from: JOANA, name: 'Joana Prado', to: BUSINESS, text: 'Quero bolo e café' })
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const subTotal = (page: Page) => page.getByText(/^Subtotal, /).locator('..')
const totals = (page: Page) => page.getByRole('dialog').getByText('Total', { exact: true }).locator('..')
const next = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click()

describe('a sale', () => {
  it('the cart is filled by the keyboard and out of a message, and is the same on another screen', async () => {
    await ana.getByRole('button', { name: 'Abrir o carrinho' }).click()
    const search = ana.getByRole('combobox', { name: 'Buscar produto' })
    await search.waitFor(SOON)
    await search.fill('bolo')
    await ana.getByRole('option', { name: /Bolo de cenoura/ }).waitFor(SOON)
    await search.press('Enter')
    await ana.getByText('Item adicionado ao pedido').waitFor(SOON)
    await search.fill('20')
    await ana.getByRole('option', { name: /Café coado/ }).waitFor(SOON)
    await search.press('ArrowDown')
    await faultless(ana, 'cart-search', CROSSED.slice(0, 1))
    await search.press('Control+Enter')
    await ana.getByText('Produto enviado ao cliente').waitFor(SOON)
    await sim.until(JOANA, ({ text }) => text?.startsWith('Café coado') ?? false)
    await search.press('Enter')
    await search.fill('')
    await ana.getByRole('button', { name: 'Um a mais de Café coado' }).click()
    await expect.poll(() => subTotal(ana).textContent(), SOON).toMatch(/3 itens.*31,50/)
    await sendText(ana, 'Bolo de cenoura')
    await choose(ana, 'Bolo de cenoura', 'Adicionar como item do pedido')
    await ana.getByText('Quantidade atualizada').waitFor(SOON)
    await expect.poll(() => subTotal(ana).textContent(), SOON).toMatch(/4 itens.*47,00/)

    await admin.goto(new URL(ana.url()).pathname)
    await admin.getByRole('button', { name: 'Abrir o carrinho, 4 itens' }).click()
    await expect.poll(() => subTotal(admin).textContent(), SOON).toMatch(/4 itens.*47,00/)
    await ana.getByRole('button', { name: 'Um a menos de Café coado' }).click()
    await expect.poll(() => subTotal(admin).textContent(), SOON).toMatch(/3 itens.*39,00/)
    await faultless(ana, 'cart')
  })

  it('closing the ticket asks first, since the order would be gone', async () => {
    await ana.getByRole('button', { name: 'Resolver', exact: true }).click()
    await ana.getByText(/não poderá ser recuperado/).waitFor(SOON)
    await ana.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click()
    await composer(ana).waitFor(SOON)
  })

  it('is delivered by distance, takes a coupon and two payments, and is an order', async () => {
    await ana.getByRole('button', { name: 'Finalizar pedido' }).click()
    const dialog = ana.getByRole('dialog')
    await dialog.getByRole('radio', { name: /^Entrega/ }).click()
    await dialog.getByRole('radio', { name: /^Casa/ }).click()
    await dialog.getByText(/^Frete \(\d,\d km\)$/).waitFor(SOON)
    await dialog.getByLabel('Cupom').fill('nada')
    await dialog.getByRole('button', { name: 'Aplicar cupom' }).click()
    await dialog.getByText(/^nada: /).waitFor(SOON)
    await dialog.getByLabel('Cupom').fill('dez')
    await dialog.getByRole('button', { name: 'Aplicar cupom' }).click()
    await dialog.getByText('Desconto', { exact: true }).waitFor(SOON)
    await faultless(ana, 'checkout-delivery')
    await next(ana)
    // One press pays all of it; here it is divided.
    await dialog.getByRole('radio', { name: /^Pix/ }).click()
    await dialog.getByText(/, tudo de uma vez$/).waitFor(SOON)
    await faultless(ana, 'checkout-whole')
    await dialog.getByRole('button', { name: 'Dividir o pagamento' }).click()
    await dialog.getByLabel('Forma de pagamento').selectOption({ label: 'Pix' })
    await dialog.getByLabel('Valor', { exact: true }).fill('2000')
    await dialog.getByRole('button', { name: 'Adicionar pagamento' }).click()
    await dialog.getByLabel('Forma de pagamento').selectOption({ label: 'Dinheiro' })
    await dialog.getByLabel('Recebido').fill('10000')
    await dialog.getByText(/^Troco: /).waitFor(SOON)
    await faultless(ana, 'checkout-payment')
    await dialog.getByRole('button', { name: 'Adicionar pagamento' }).click()
    await next(ana)
    await dialog.getByText(/Av\. Paulista, 900/).waitFor(SOON)
    const total = await totals(ana).textContent()
    await faultless(ana, 'checkout-confirm')
    await dialog.getByRole('button', { name: 'Confirmar pedido' }).click()
    await dialog.getByText('Pedido finalizado com sucesso!').waitFor(SOON)
    expect(await dialog.textContent()).toContain(total?.replace('Total', ''))
  })

  it('goes to the customer with its Pix code, and the other screen has fewer to sell', async () => {
    const dialog = ana.getByRole('dialog', { name: 'Pedido nº 1' })
    await dialog.getByRole('button', { name: 'Enviar resumo' }).click()
    await sim.until(JOANA, ({ text }) => /nº 1\b/.test(text ?? '') && /Bolo de cenoura/.test(text ?? ''))
    await dialog.getByRole('button', { name: 'Código Pix' }).click()
    await ana.getByRole('button', { name: 'Enviar na conversa' }).click()
    await sim.until(JOANA, ({ text }) => /^000201.*pix@balcao\.test.*6304[0-9A-F]{4}$/.test(text ?? ''))
    // The cart is empty on the other screen as well, and one of three cakes is left.
    await admin.getByText('O carrinho está vazio').waitFor(SOON)
    await admin.getByRole('combobox', { name: 'Buscar produto' }).fill('bolo')
    await admin.getByRole('option', { name: /última 1/ }).waitFor(SOON)
    expect(alarms).toEqual([])
  })

  /**
   * Opens a screen by the menu and checks it and the dialogs of its buttons.
   * @param opens button, text in its dialog, name of the picture
   */
  async function look(link: string, shows: string, name: string, opens: [string | RegExp, string, string][] = []) {
    const main = admin.getByRole('main')
    const dialog = admin.getByRole('dialog')
    await openGroup(admin, 'Vendas')
    await admin.getByRole('navigation').getByRole('link', { name: link, exact: true }).click()
    await main.getByRole('heading', { level: 1, name: link }).waitFor(SOON)
    await main.getByText(shows).first().waitFor(SOON)
    await faultless(admin, name)
    for (const [button, inside, picture] of opens) {
      await main.getByRole('button', { name: button }).first().click()
      await dialog.getByText(inside).first().waitFor(SOON)
      await faultless(admin, `${name}-${picture}`)
      await admin.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached', ...SOON })
    }
  }

  it('is seen without fault among orders, at its customer and beside the conversation', async () => {
    await look('Pedidos', 'Joana Prado', 'budgets', [['Editar Pedido nº 1', 'Histórico', 'detail']])
    // On a phone the row is another element, so the popover would close.
    await admin.getByRole('button', { name: /^Total do pedido nº 1/ }).click()
    await admin.getByRole('dialog').getByText('Acréscimo').waitFor(SOON)
    await faultless(admin, 'budgets-sums', CROSSED.slice(0, 1))
    await look('Clientes', '529.982.247-25', 'customers', [
      ['Editar Joana Prado', 'Cliente padrão', 'dialog'],
      ['Endereços de Joana Prado', 'Casa', 'addresses'],
    ])
    await ana.keyboard.press('Escape')
    await ana.getByRole('button', { name: /Ver os dados de/ }).click()
    await ana.getByRole('combobox', { name: 'Vincular cliente' }).click()
    await ana.getByPlaceholder('Buscar…').fill('joana')
    await ana.getByRole('option', { name: /Joana Prado/ }).click()
    await ana.getByRole('link', { name: /^nº 1/ }).waitFor(SOON)
    await faultless(ana, 'customer-panel')
    expect(alarms).toEqual([])
  })

  it('and so is all that a shop is set up with', async () => {
    await look('Produtos', 'Bolo de cenoura', 'products', [
      ['Editar Bolo de cenoura', 'Escolher imagem', 'dialog'],
      ['Preços de Bolo de cenoura', 'Loja Centro', 'prices'],
    ])
    await look('Contratos', 'Nenhum contrato ainda', 'contracts', [
      ['Adicionar contrato', 'Multa por atraso', 'dialog'],
    ])
    await look('Lojas', 'Loja Centro', 'stores')
    await look('Categorias', 'Nenhuma categoria ainda', 'categories')
    await look('Carteiras', 'Balcão', 'portfolios')
    await look('Formas de pagamento', 'Cartão de crédito', 'payments', [
      ['Parcelas de Cartão de crédito', 'até 3 vezes', 'installments'],
    ])
    await look('Status dos pedidos', 'Nenhum status ainda', 'statuses')
    await look('Zonas', 'Nenhuma zona ainda', 'zones')
    await look('Taxas de entrega', 'Loja Centro', 'rates')
    await look('Cupons', 'DEZ', 'coupons', [['Editar DEZ', 'Onde vale', 'dialog']])
    await openGroup(admin, 'Gestão')
    await admin.getByRole('link', { name: 'Configurações', exact: true }).click()
    await admin.getByText('Cupons LOJA').scrollIntoViewIfNeeded(SOON)
    await faultless(admin, 'sales-settings')
    expect(alarms).toEqual([])
  })
})
