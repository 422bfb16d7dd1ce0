import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addAgent } from './support/ai-agent.ts'
import { type Call, signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, leaveAll, list, openCounter, row, SOON } from './support/serve.ts'
import { addPayment, addProduct } from './support/shop.ts'
import type { Simulator } from './support/simulator.ts'

// An AI agent sells: it looks the product up, fills the cart, registers the customer with their
// consent and makes the order with its Pix code; an attendant sees each call, and the cart before.

const BUSINESS = '5511900000183'
const LIA = '5511955550183'
const KEY = 'sk-balcao-e2e-selling-01'

let browser: Browser
let sim: Simulator
let admin: Page
let call: Call
let productId: string
let pixId: string

const script = (...replies: unknown[]) => sim.scriptModel(replies, { key: KEY })
const calls = (name: string, args: object) => ({ toolCalls: [{ name, arguments: args }] })

/** Writes as Lia; resolves once the agent's answer has come. */
async function ask(text: string, answer: string): Promise<void> {
  await sim.send(LIA, { to: BUSINESS, type: 'text', text })
  await sim.until(LIA, message => !message.fromMe && message.text === answer)
}

async function prepare(company: Company) {
  // A user has one session: what is looked up later, an attendant reads.
  call = (await signedIn(company.attendants[0])).call
  const { call: set, userId } = await signedIn(company.admin)
  const store = await set('POST', '/stores', { name: 'Loja Centro', city: 'São Paulo', keyPix: 'pix@balcao.test' })
  const price = { stock: 3, costPrice: 8, sellingPrice: 20, promotionPrice: 0 }
  productId = await addProduct(set, store.id, { name: 'Bolo de cenoura', code: '10' }, price)
  await set('POST', '/portfolios', { name: 'Varejo', userId })
  pixId = await addPayment(set, 'Pix')
  await addAgent(set, {
    ...{ apiKey: KEY, maxMessages: 30, mayFinishOrders: true },
    tools: { catalogue: true, cart: true, customer: true },
  })
}

beforeAll(async () => {
  browser = await startBrowser()
  const customers = [[LIA, 'Lia Duarte'] as const]
  ;({ sim, admin } = await openCounter(browser, { name: 'que Vende Sozinha', business: BUSINESS, customers, prepare }))
})
afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('an agent that sells', () => {
  it('names the server’s price, and fills the cart that the inbox shows', async () => {
    await script(calls('search_products', { query: 'bolo' }), 'Temos bolo de cenoura a R$ 20,00.')
    await ask('Tem bolo?', 'Temos bolo de cenoura a R$ 20,00.')
    await script(calls('add_to_cart', { productId, amount: 2 }), 'Dois bolos, total de R$ 40,00.')
    await ask('Quero dois', 'Dois bolos, total de R$ 40,00.')
    await admin.goto('/tickets')
    await admin.getByLabel('Todos').click()
    await list(admin, 'Aguardando')
    await row(admin, 'Lia Duarte')
      .getByRole('img', { name: /Carrinho de R\$\s40,00/ })
      .waitFor(SOON)
    await faultless(admin, 'agent-cart')
  })

  it('does not sell at a price of its own', async () => {
    // The model names a price once, is told that it may not, and answers without one.
    await script('Para você sai por R$ 1,00.', 'Claro, vejo para você.')
    await ask('Faz por 1 real?', 'Claro, vejo para você.')
    expect((await sim.messages(LIA)).some(({ text }) => text?.includes('R$ 1,00'))).toBe(false)
  })

  it('registers the customer only with their consent', async () => {
    const register = calls('register_customer', {
      ...{ document: '529.982.247-25', fullName: 'Lia Duarte', email: 'lia@exemplo.com.br' },
    })
    await script(register, 'Posso guardar seu CPF para o cadastro?')
    await ask('Meu CPF é 529.982.247-25, lia@exemplo.com.br', 'Posso guardar seu CPF para o cadastro?')
    const known = async () =>
      (await call<{ customers: unknown[] }>('GET', '/customers?searchParam=Lia')).customers.length
    expect(await known()).toBe(0)
    await script(register, 'Cadastro feito.')
    await ask('Pode sim', 'Cadastro feito.')
    expect(await known()).toBe(1)
  })

  it('makes the order with its Pix code, and the stock falls', async () => {
    await script(calls('finish_order', { delivery: 'retirada', paymentId: pixId }), 'Pedido feito, é só pagar.')
    await ask('Pix, e eu retiro', 'Pedido feito, é só pagar.')
    const heard = (await sim.messages(LIA)).filter(({ fromMe }) => !fromMe).map(({ text }) => text ?? '')
    expect(heard.some(text => text.includes('Bolo de cenoura') && text.includes('40,00'))).toBe(true)
    expect(heard.filter(text => text.startsWith('000201') && text.includes('pix@balcao.test'))).toHaveLength(1)
    const { productStores } = await call<{ productStores: { stock: number }[] }>(
      'GET',
      `/productStores/all/${productId}`,
    )
    expect(productStores.map(({ stock }) => stock)).toEqual([1])
    const { budGets } = await call<{ budGets: { total: number; user: { name: string } }[] }>('GET', '/budgets')
    expect(budGets).toMatchObject([{ total: 40, user: { name: 'Vendedora' } }])
  })

  it('leaves each call in the conversation, folded', async () => {
    await row(admin, 'Lia Duarte').getByRole('button', { name: 'Assumir' }).click()
    const made = admin.getByRole('button', { name: /^Vendedora fechou o pedido/ })
    await made.first().waitFor(SOON)
    await faultless(admin, 'agent-calls')
    await made.first().click()
    await admin
      .getByText(/retirada/)
      .first()
      .waitFor(SOON)
    await faultless(admin, 'agent-call-open')
    expect(alarms).toEqual([])
  })
})
