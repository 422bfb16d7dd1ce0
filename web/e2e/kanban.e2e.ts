/**
 * Tests the board of two people: cards moved by mouse, by keys and by menu appear for the other,
 * and are undone from the toast.
 */
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, enter, leaveAll, openCounter, SOON } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

const BUSINESS = '5511900000071'
const CUSTOMERS = [
  ['5511988880071', 'Maria Andrade'],
  ['5511988880072', 'José Lima'],
] as const

let company: Company
let browser: Browser
let sim: Simulator
let admin: Page
let ana: Page

const createColumn = (page: Page, name: string) =>
  page.locator('[data-column]').filter({ has: page.getByRole('heading', { name }) })
const card = (place: Page | Locator, name: string) => place.locator('[data-card]').filter({ hasText: name })

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim, admin } = await openCounter(browser, {
    name: 'do Kanban',
    business: BUSINESS,
    customers: CUSTOMERS,
  }))
  for (const [number] of CUSTOMERS)
    await sim.send(number, { to: BUSINESS, type: 'text', text: 'Bom dia, vocês abrem hoje?' })
  ana = await enter(browser, company, company.attendants[0])
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

/** Drags a card by the mouse. */
async function drag(page: Page, name: string, to: string): Promise<void> {
  const from = (await card(page, name).boundingBox())!
  const place = (await createColumn(page, to).boundingBox())!
  await page.mouse.move(from.x + 80, from.y + 60)
  await page.mouse.down()
  await page.mouse.move(from.x + 95, from.y + 60, { steps: 3 })
  await page.mouse.move(place.x + place.width / 2, place.y + 120, { steps: 8 })
  await page.mouse.up()
}

describe('the kanban board', () => {
  it('begins with the tickets of no column, and gets its columns', async () => {
    await admin.goto('/tags')
    await admin.getByText('Nenhuma tag ainda').waitFor(SOON)
    await faultless(admin, 'tags-empty')
    await admin.goto('/kanban')
    await card(createColumn(admin, 'Sem coluna'), 'Maria Andrade').waitFor(SOON)
    await faultless(admin, 'kanban-empty')
    for (const name of ['Proposta enviada', 'Pagamento']) {
      await admin.getByRole('button', { name: 'Adicionar coluna' }).first().click()
      const dialog = admin.getByRole('dialog', { name: 'Adicionar coluna' })
      await dialog.getByLabel('Nome').fill(name)
      await dialog.getByRole('button', { name: 'Salvar' }).click()
      await dialog.waitFor({ state: 'detached', ...SOON })
      await createColumn(admin, name).waitFor(SOON)
    }
    await ana.goto('/kanban')
    await createColumn(ana, 'Pagamento').waitFor(SOON)
    await card(createColumn(ana, 'Sem coluna'), 'Maria Andrade').waitFor(SOON)
  })

  it('moves a card by the mouse, for everybody, and takes it back', async () => {
    await drag(admin, 'Maria Andrade', 'Proposta enviada')
    await card(createColumn(admin, 'Proposta enviada'), 'Maria Andrade').waitFor(SOON)
    await admin.getByText('Ticket Tag Adicionado com Sucesso!').waitFor(SOON)
    await card(createColumn(ana, 'Proposta enviada'), 'Maria Andrade').waitFor(SOON)
    await admin.getByRole('button', { name: 'Desfazer' }).click()
    await card(createColumn(ana, 'Sem coluna'), 'Maria Andrade').waitFor(SOON)
    await card(createColumn(admin, 'Sem coluna'), 'Maria Andrade').waitFor(SOON)
    // The card has left the column it was dropped on.
    await card(createColumn(admin, 'Proposta enviada'), 'Maria Andrade').waitFor({ state: 'detached', ...SOON })
  })

  it('moves a card by keys and by its menu, for everybody', async () => {
    await ana.getByRole('button', { name: 'Arrastar José Lima' }).focus()
    await ana.keyboard.press('Space')
    await ana.getByText('José Lima sobre a coluna Sem coluna.').waitFor({ state: 'attached', ...SOON })
    // The library listens for the next keys after a timer of its own, and keys overtake timers.
    await ana.evaluate(() => new Promise(done => setTimeout(done)))
    for (const column of ['Proposta enviada', 'Pagamento']) {
      await ana.keyboard.press('ArrowRight')
      await ana.getByText(`José Lima sobre a coluna ${column}.`).waitFor({ state: 'attached', ...SOON })
    }
    await ana.keyboard.press('Space')
    await card(createColumn(ana, 'Pagamento'), 'José Lima').waitFor(SOON)
    await card(createColumn(admin, 'Pagamento'), 'José Lima').waitFor(SOON)
    await card(admin, 'Maria Andrade').hover()
    await admin.getByRole('button', { name: 'Mover Maria Andrade para…' }).click()
    await admin.getByRole('menuitem', { name: 'Proposta enviada' }).click()
    await card(createColumn(ana, 'Proposta enviada'), 'Maria Andrade').waitFor(SOON)
    await faultless(ana, 'kanban')
    await faultless(admin, 'kanban-admin')
  })

  it('leads to the conversation, and lists its tags with their tickets', async () => {
    await admin.goto('/tags')
    await admin.getByText('Proposta enviada').waitFor(SOON)
    await expect.poll(() => admin.getByRole('list', { name: 'Tags' }).getByText('1', { exact: true }).count()).toBe(2)
    await faultless(admin, 'tags')
    await ana.getByRole('link', { name: 'José Lima' }).click()
    await ana.waitForURL(/\/tickets\/[0-9a-f-]+/)
    expect(alarms).toEqual([])
  })
})
