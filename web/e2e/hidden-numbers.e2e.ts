/**
 * Tests hidden numbers: an attendant reads a mask while an admin reads the number, writes to the
 * contact and renames it; the right *Números* shows it at once.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import { faultless } from './support/faultless.ts'
import { alarms, bubble, composer, enter, leaveAll, openCounter, SOON, sendText, takeUp } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

const BUSINESS = '5511955661041'
const LIA = ['5511955664321', 'Lia Prado'] as const
const MASK = '+55 11 •••••-4321'

let browser: Browser
let sim: Simulator
let admin: Page
let ana: Page

beforeAll(async () => {
  browser = await startBrowser()
  const counter = await openCounter(browser, { name: 'dos Números', business: BUSINESS, customers: [LIA] })
  ;({ sim, admin } = counter)
  ana = await enter(browser, counter.company, counter.company.attendants[0])
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('a company that hides numbers', () => {
  it('masks them for an attendant, on an open page too', async () => {
    await ana.goto('/tickets')
    await takeUp(ana, sim, { from: LIA[0], name: LIA[1], to: BUSINESS, text: 'Sou a Lia, 5511955664321' })
    await bubble(ana, 'Sou a Lia, 5511955664321').waitFor(SOON)
    await admin.goto('/settings')
    await admin.getByRole('switch', { name: 'Ocultar números de quem atende' }).click()
    await bubble(ana, `Sou a Lia, ${MASK}`).waitFor(SOON)
    await expect.poll(() => ana.getByText('95566').count(), SOON).toBe(0)
    await faultless(ana, 'hidden-numbers')
  })

  it('lets the attendant write to the contact', async () => {
    await composer(ana, LIA[1]).waitFor(SOON)
    await sendText(ana, 'Bom dia, Lia')
    await sim.until(LIA[0], ({ text }) => text === 'Bom dia, Lia')
  })

  it('renames a contact and keeps its number', async () => {
    await ana.goto('/contacts')
    await ana.getByText(MASK).first().waitFor(SOON)
    await ana.getByText(LIA[1]).first().click()
    const dialog = ana.getByRole('dialog')
    await dialog.getByText('A empresa oculta os números').waitFor(SOON)
    await dialog.getByLabel('Nome').first().fill('Lia Prado Souza')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await admin.goto('/contacts')
    await admin.getByText('+55 (11) 95566-4321').first().waitFor(SOON)
  })

  it('shows them to whoever has the right', async () => {
    await admin.goto('/users')
    await admin.getByText('Ana Souza').first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByRole('switch', { name: 'Números' }).click()
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await ana.getByText('+55 (11) 95566-4321').first().waitFor(SOON)
    expect(alarms).toEqual([])
  })
})
