/**
 * The lists with rows in them: products by price and stock, orders of a period with their sum,
 * several rows at once, the choice of columns; with `E2E_SCREENSHOTS` pictures of every list.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { picture, startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { faultless, LOOKS, setTheme } from './support/faultless.ts'
import { enter, leaveAll, SOON } from './support/serve.ts'
import { addPayment } from './support/shop.ts'

let company: Company
let browser: Browser
let admin: Page

/** Name, price and stock in the first store; the second sells what has a second price. */
const PRODUCTS = [
  ['Café da Serra 250 g', 28.9, 40, 31.9],
  ['Café da Serra moído 250 g', 29.9, 3, 0],
  ['Caneca de cerâmica listrada', 49, 12, 52],
  ['Caneca esmaltada 350 ml', 39.5, 25, 0],
  ['Caderno pautado A5', 19.9, 60, 0],
] as const

async function fill() {
  const { call, userId } = await signedIn(company.admin)
  const [centre, north] = [
    await call('POST', '/stores', { name: 'Empório Balcão de Cafés Especiais Centro', city: 'São Paulo', state: 'SP' }),
    await call('POST', '/stores', { name: 'Empório Balcão de Cafés Especiais Norte', city: 'Recife', state: 'PE' }),
  ]
  const category = await call('POST', '/categories', { name: 'Cafés', code: '1', color: '#92400e' })
  await call('POST', '/categories', { name: 'Papelaria', code: '2', color: '#1d4ed8' })
  const ids: string[] = []
  for (const [i, [name, price, stock, other]] of PRODUCTS.entries()) {
    const { id } = await call('POST', '/products', {
      name,
      code: `PRO-${i + 1}`,
      ...(i < 2 ? { categoryId: category.id } : {}),
      isActive: i !== 3,
    })
    ids.push(id)
    const priced = { productId: id, stock, costPrice: 1, promotionPrice: 0 }
    await call('POST', '/productStores', { ...priced, storeId: centre.id, sellingPrice: price })
    if (other > 0) await call('POST', '/productStores', { ...priced, storeId: north.id, sellingPrice: other })
  }
  await call('POST', '/products', { name: 'Agenda permanente', code: 'PRO-9' })
  for (const [name, code] of [
    ['Entregue', '3'],
    ['Recebido', '1'],
    ['Em preparo', '2'],
  ])
    await call('POST', '/statusBudGets', {
      name,
      code,
      message: code === '2' ? 'Olá {{firstName}}, estamos preparando.' : '',
    })
  const portfolio = await call('POST', '/portfolios', { name: 'Varejo', userId })
  const customers: string[] = []
  for (const [document, fullName] of [
    ['52998224725', 'Joana Prado de Alcântara Albuquerque Cavalcanti'],
    ['11144477735', 'José Lima'],
  ])
    customers.push(
      (
        await call('POST', '/customers', {
          document,
          fullName,
          email: 'cliente@exemplo.com.br',
          portfolioId: portfolio.id,
        })
      ).id,
    )
  const cash = await addPayment(call, 'Dinheiro')
  for (const [i, storeId] of [centre.id, centre.id, north.id].entries()) {
    const price = i < 2 ? 28.9 : 31.9
    await call('POST', '/budgets', {
      storeId,
      customerId: customers[i % 2],
      itens: [{ productId: ids[0], amount: i + 1 }],
      typeDelivery: 'retirada',
      payments: [{ method: cash, value: Number((price * (i + 1)).toFixed(2)) }],
    })
  }
  for (const name of ['Zona Sul', 'Zona Norte']) await call('POST', '/zones', { name, isActive: name === 'Zona Sul' })
  await call('POST', '/coupons', { name: 'DEZ', type: 'percentage', value: 10, startAt: '2026-01-01T00:00:00.000Z' })
  for (const [name, kanban] of [
    ['Urgente', 0],
    ['Proposta enviada', 1],
  ] as const)
    await call('POST', '/tags', { name, color: '#dc2626', kanban })
  for (const [i, name] of ['Antônio Carlos Jobim de Almeida', 'Beatriz Figueira', 'Caio Vasconcelos'].entries())
    await call('POST', '/contacts', { name, number: `551198000000${i}`, email: i === 1 ? 'bia@exemplo.com.br' : '' })
  for (const [shortcode, message] of [
    ['oi', 'Olá, tudo bem? Como posso ajudar?'],
    ['pix', 'Nossa chave Pix é o CNPJ.'],
  ])
    await call('POST', '/quick-messages', { shortcode, message, geral: shortcode === 'pix' })
  await call('POST', '/contact-lists', { name: 'Clientes de novembro' })
}

beforeAll(async () => {
  company = await openCompany('das Listas')
  await fill()
  browser = await startBrowser()
  admin = await enter(browser, company, company.admin)
}, 120_000)
afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const names = () => admin.getByRole('main').getByRole('listitem').allInnerTexts()

it('sorts products by price, finds what is running out, and switches several off', async () => {
  await admin.goto('/products')
  await admin.getByText('Café da Serra moído 250 g').waitFor(SOON)
  await admin.getByText('R$ 28,90 – R$ 31,90').waitFor(SOON)
  await faultless(admin, 'products')
  await admin.getByRole('button', { name: 'Ordenar por Preço' }).click()
  await expect.poll(async () => (await names())[0], SOON).toMatch(/Caderno pautado/)
  await admin.getByRole('button', { name: 'Preço, em ordem crescente' }).click()
  await expect.poll(async () => (await names())[0], SOON).toMatch(/Caneca de cerâmica/)
  await admin.getByLabel('Filtrar por estado').selectOption({ label: 'Acabando' })
  await expect.poll(async () => (await names()).length, SOON).toBe(1)
  expect(new URL(admin.url()).searchParams.get('low')).toBe('true')
  await admin.getByLabel('Filtrar por estado').selectOption({ label: 'Só ativos' })
  await admin.getByRole('checkbox', { name: 'Selecionar Caderno pautado A5' }).click()
  await admin.getByRole('checkbox', { name: 'Selecionar Agenda permanente' }).click()
  await admin.getByRole('toolbar').getByText('Seleção: 2').waitFor(SOON)
  await picture(admin, 'products-selection')
  await admin.getByRole('toolbar').getByRole('button', { name: 'Desativar' }).click()
  await admin.getByText('2 itens desativados').waitFor(SOON)
  await admin.getByRole('button', { name: 'Desfazer' }).click()
  await admin.getByLabel('Filtrar por estado').selectOption({ label: 'Só inativos' })
  await expect.poll(async () => (await names()).length, SOON).toBe(1)
}, 120_000)

it('tells two stores apart, sums up the orders of a period, and keeps the chosen columns', async () => {
  await admin.goto('/budgets')
  await admin.getByText('José Lima').waitFor(SOON)
  await admin.getByText('R$ 182,40').waitFor(SOON)
  for (const tail of ['Centro', 'Norte'])
    expect(await admin.getByText(tail, { exact: true }).first().isVisible()).toBe(true)
  await faultless(admin, 'budgets')
  await admin.getByRole('button', { name: 'Ordenar por Número' }).click()
  await expect.poll(async () => (await names())[0], SOON).toMatch(/Joana/)
  await admin.getByRole('button', { name: 'Escolher colunas' }).click()
  await admin.getByRole('checkbox', { name: 'Loja' }).click()
  await picture(admin, 'budgets-columns')
  await admin.keyboard.press('Escape')
  await admin.reload()
  await admin.getByText('José Lima').waitFor(SOON)
  expect(await admin.getByText('Norte', { exact: true }).count()).toBe(0)
  await admin.goto('/budgets?from=2020-01-01&to=2020-01-31')
  await admin.getByText('Nenhum pedido com estes filtros').waitFor(SOON)
}, 120_000)

const SHOWN =
  `contacts customers stores categories portfolios payments statusBudGets zones rates coupons contracts tags quick-messages users
  queues campaigns contact-lists files prompts queue-integration templates schedules connections audit reports`.split(
    /\s+/,
  )

it.runIf(process.env.E2E_SCREENSHOTS)(
  'shows every list',
  async () => {
    for (const screen of SHOWN) {
      await admin.goto(`/${screen}`)
      await admin.getByRole('heading', { level: 1 }).waitFor(SOON)
      for (const { width, height, theme } of LOOKS) {
        await admin.setViewportSize({ width, height })
        await setTheme(admin, theme)
        await picture(admin, `list-${screen}-${width}-${theme}`)
      }
      await admin.setViewportSize({ width: 1440, height: 900 })
    }
  },
  300_000,
)
