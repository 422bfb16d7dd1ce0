import type { Page } from 'playwright-core'
import { chooseInConversation, composer } from '../support/serve.ts'
import { BUYER, GROUP, type Scene, SHOWN } from './scene.ts'
import { at, type State } from './state.ts'

const LATER_MS = 28 * 60_000

/** Opens the conversation with a contact at its end. */
export async function openConversation(page: Page, { tickets }: Scene, name: string): Promise<void> {
  await at(page, `/tickets/${tickets.get(name)}`)
  await page.locator('[data-message]').last().waitFor()
}

async function search(page: Page, text: string): Promise<void> {
  await at(page, '/tickets')
  await page.getByRole('tab', { name: 'Busca' }).click()
  await page.getByRole('searchbox').first().fill(text)
  await page.waitForLoadState('networkidle')
}

/** Lists of tickets, search, keys, and conversations. */
export const service: State[] = [
  { name: 'waiting-list', who: 'ana', open: page => at(page, '/tickets?sub=pending') },
  {
    name: 'waiting-list-half-an-hour-later',
    who: 'ana',
    async open(page) {
      await page.addInitScript(later => {
        const { now } = Date
        const there = sessionStorage.getItem('pictures.later') ?? String(later)
        Date.now = () => now.call(Date) + Number(there)
      }, LATER_MS)
      await at(page, '/tickets?sub=pending')
      // The script runs at every load of this page from now on.
      await page.evaluate(() => sessionStorage.setItem('pictures.later', '0'))
    },
  },
  {
    name: 'waiting-list-row-focused',
    who: 'ana',
    widths: [1440],
    async open(page) {
      await at(page, '/tickets?sub=pending')
      await page.locator('[data-ticket]').first().waitFor()
      await page.keyboard.press('j')
      await page.keyboard.press('j')
    },
  },
  {
    name: 'waiting-list-order',
    who: 'ana',
    async open(page) {
      await at(page, '/tickets?sub=pending')
      await page.getByRole('button', { name: /^Ordem dos que aguardam/ }).click()
      await page.getByRole('menuitemradio').first().waitFor()
    },
  },
  {
    name: 'after-resolving',
    who: 'ana',
    async open(page) {
      await at(page, '/tickets')
      await page.getByRole('button', { name: /^Depois de resolver/ }).click()
      await page.getByRole('menuitemradio').first().waitFor()
    },
  },
  { name: 'own-list', who: 'ana', open: page => at(page, '/tickets') },
  {
    name: 'search-results',
    who: 'ana',
    async open(page) {
      await search(page, 'comprovante')
      await page.locator('[data-hit]').first().waitFor()
    },
  },
  {
    name: 'search-nothing',
    who: 'ana',
    async open(page) {
      await search(page, 'girafa')
      await page.getByText('Nada encontrado').first().waitFor()
    },
  },
  {
    name: 'keys-map',
    who: 'ana',
    async open(page) {
      await at(page, '/tickets')
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'command-bar-ticket',
    who: 'ana',
    widths: [1440],
    async open(page, scene) {
      await openConversation(page, scene, SHOWN)
      await page.keyboard.press('Control+k')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'command-bar-transfer',
    who: 'ana',
    widths: [1440],
    async open(page, scene) {
      await openConversation(page, scene, SHOWN)
      await page.keyboard.press('Control+k')
      await page.getByRole('option', { name: /^Transferir para/ }).waitFor()
      await page.keyboard.type('transferir')
      await page.keyboard.press('Enter')
      await page.getByRole('option', { name: /Bruno/ }).waitFor()
    },
  },
  { name: 'conversation', who: 'ana', open: (page, scene) => openConversation(page, scene, BUYER) },
  {
    name: 'conversation-menu',
    who: 'ana',
    async open(page, scene) {
      await openConversation(page, scene, BUYER)
      await page.getByRole('button', { name: 'Mais opções' }).last().click()
      await page.getByRole('menu').waitFor()
    },
  },
  {
    name: 'composer-note',
    who: 'ana',
    async open(page, scene) {
      await openConversation(page, scene, BUYER)
      await page.getByRole('tab', { name: 'Observação' }).click()
      await page.getByRole('textbox', { name: 'Escrever uma observação' }).fill('Prefere pagar na entrega')
    },
  },
  {
    name: 'quick-reply',
    who: 'ana',
    async open(page, scene) {
      await openConversation(page, scene, 'Maria Andrade')
      await composer(page).fill('')
      await composer(page).pressSequentially('/p')
      await page.getByRole('option').first().waitFor()
    },
  },
  {
    name: 'campaign-in-conversation',
    who: 'ana',
    async open(page, scene) {
      await openConversation(page, scene, BUYER)
      await page
        .getByText(/^Campanha · /)
        .last()
        .scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'link-card',
    who: 'ana',
    async open(page, scene) {
      await openConversation(page, scene, SHOWN)
      await page.locator('[data-link-card="shown"]').first().scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'audio',
    who: 'ana',
    async open(page, scene) {
      await openConversation(page, scene, SHOWN)
      await page
        .getByRole('button', { name: /^Velocidade/ })
        .first()
        .scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'viewer',
    who: 'ana',
    async open(page, scene) {
      await openConversation(page, scene, SHOWN)
      await page.getByRole('button', { name: 'Abrir imagem' }).nth(1).click()
      await page.getByRole('dialog').getByRole('img').first().waitFor()
    },
  },
  {
    name: 'group',
    who: 'admin',
    open: (page, scene) => openConversation(page, scene, GROUP),
  },
  {
    name: 'message-menu',
    who: 'ana',
    widths: [360],
    async open(page, scene) {
      await openConversation(page, scene, BUYER)
      const { x, y, height } = (await page.locator('[data-message]').last().locator('time').boundingBox())!
      const tools = await page.context().newCDPSession(page)
      await tools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: y + height / 2 }] })
      await page.getByRole('menuitem').first().waitFor()
      await tools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    },
  },
  {
    name: 'transfer',
    who: 'ana',
    async open(page, scene) {
      await openConversation(page, scene, BUYER)
      await chooseInConversation(page, 'Transferir')
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    name: 'bulk',
    who: 'ana',
    widths: [1440],
    async open(page) {
      await at(page, '/tickets')
      const rows = page.locator('[data-ticket]')
      for (const n of [0, 1]) {
        await rows.nth(n).hover()
        await rows.nth(n).getByRole('checkbox').click()
      }
      await page.getByRole('toolbar').first().waitFor()
    },
  },
]
