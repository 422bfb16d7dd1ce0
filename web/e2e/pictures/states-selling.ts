import type { Page } from 'playwright-core'
import { BUYER, type Scene } from './scene.ts'
import { at, isPhone, type State } from './state.ts'
import { openConversation } from './states-service.ts'

async function openCart(page: Page, scene: Scene): Promise<void> {
  await openConversation(page, scene, BUYER)
  await page.getByRole('button', { name: /^Abrir o carrinho/ }).click()
  await page.getByRole('combobox', { name: 'Buscar produto' }).waitFor()
}

async function findProduct(page: Page, scene: Scene): Promise<void> {
  await openCart(page, scene)
  await page.getByRole('combobox', { name: 'Buscar produto' }).fill('cafes')
  await page.getByRole('listbox', { name: 'Produtos encontrados' }).getByRole('option').first().waitFor()
}

async function addProduct(page: Page, scene: Scene): Promise<void> {
  await findProduct(page, scene)
  await page.keyboard.press('Enter')
  await page.getByText(/^Subtotal, /).waitFor()
}

async function checkOut(page: Page, scene: Scene): Promise<void> {
  await addProduct(page, scene)
  await page.getByRole('button', { name: 'Finalizar pedido' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).waitFor()
}

/** Opens the filters where a phone keeps them behind a button. */
async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^Filtros/ })
  if (isPhone(page) && (await button.isVisible())) await button.click()
}

/** Opens the menu of a row: on a phone, where the row's other actions are. */
async function openRowMenu(page: Page, path: string): Promise<void> {
  await at(page, path)
  await page.getByRole('main').getByRole('listitem').first().getByRole('button').last().click()
  await page.getByRole('menu').waitFor()
}

/** Lists, forms, cart and checkout. */
export const selling: State[] = [
  {
    name: 'products-filters',
    who: 'admin',
    async open(page) {
      await at(page, '/products')
      await openFilters(page)
      await page.getByLabel('Filtrar por categoria').click()
    },
  },
  {
    name: 'products-by-price',
    who: 'admin',
    widths: [1440],
    async open(page) {
      await at(page, '/products')
      await page.getByRole('button', { name: /Preço/ }).first().click()
      await page.waitForLoadState('networkidle')
    },
  },
  {
    name: 'products-selected',
    who: 'admin',
    widths: [1440],
    async open(page) {
      await at(page, '/products')
      for (const n of [1, 2])
        await page
          .getByRole('checkbox', { name: /^Selecionar/ })
          .nth(n)
          .click()
      await page.getByText('Seleção: 2').waitFor()
    },
  },
  {
    name: 'products-columns',
    who: 'admin',
    widths: [1440],
    async open(page) {
      await at(page, '/products')
      await page.getByRole('button', { name: 'Escolher colunas' }).click()
    },
  },
  { name: 'row-menu', who: 'admin', widths: [360], open: page => openRowMenu(page, '/products') },
  {
    name: 'orders-period',
    who: 'admin',
    async open(page) {
      await at(page, '/budgets')
      await openFilters(page)
      await page.getByRole('button', { name: /^Período/ }).click()
      await page.getByRole('button', { name: 'Usar este período' }).waitFor()
    },
  },
  {
    name: 'order',
    who: 'admin',
    async open(page) {
      await at(page, '/budgets')
      if (isPhone(page)) await page.getByRole('main').getByRole('listitem').first().click()
      else
        await page
          .getByRole('button', { name: /^Editar Pedido nº/ })
          .first()
          .click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'customer-dialog',
    who: 'admin',
    async open(page) {
      await at(page, '/customers')
      await page.getByRole('button', { name: 'Cadastrar cliente' }).first().click()
      await page.getByRole('dialog').getByLabel('CPF ou CNPJ').pressSequentially('52998224725')
    },
  },
  {
    name: 'day-picker',
    who: 'admin',
    async open(page) {
      await at(page, '/schedules')
      await page.getByRole('button', { name: 'Adicionar agendamento' }).first().click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Abrir o calendário' }).first().click()
      await page.getByRole('grid').waitFor()
    },
  },
  {
    name: 'report-period',
    who: 'admin',
    async open(page) {
      await at(page, '/reports')
      await openFilters(page)
      const period = page.getByRole('button', { name: /^Período/ }).first()
      await period.click()
      await page.getByRole('button', { name: 'Usar este período' }).waitFor()
    },
  },
  {
    name: 'payment-kinds',
    who: 'admin',
    async open(page) {
      await at(page, '/payments')
      await page.getByRole('button', { name: 'Adicionar forma de pagamento' }).first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'cart', who: 'ana', open: openCart },
  { name: 'cart-search', who: 'ana', open: findProduct },
  { name: 'cart-added', who: 'ana', open: addProduct },
  { name: 'checkout', who: 'ana', open: checkOut },
  {
    name: 'checkout-payment',
    who: 'ana',
    async open(page, scene) {
      await checkOut(page, scene)
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: /^Retirada/ }).click()
      await dialog.getByRole('button', { name: 'Continuar' }).click()
      await dialog.getByRole('radio', { name: /Pix/ }).first().waitFor()
    },
  },
]
