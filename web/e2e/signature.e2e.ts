/**
 * Tests what an attendant's words bring along: a signature, chosen beside
 * the composer and kept by an edit.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import {
  alarms,
  bubble,
  choose,
  composer,
  enter,
  leaveAll,
  openCounter,
  row,
  SOON,
  sendText,
  takeUp,
} from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'
import './support/steps.ts'

const BUSINESS = '5511955550871'
const LIA = '5511955550872'

let company: Company
let browser: Browser
let sim: Simulator
let admin: Page
let ana: Page

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim, admin } = await openCounter(browser, {
    name: 'das Assinaturas',
    business: BUSINESS,
    customers: [[LIA, 'Lia Prado']],
  }))
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('a signature', () => {
  it('is left to the attendants in the settings, and written in the user’s dialog', async () => {
    await admin.goto('/settings')
    await admin.getByLabel('Assinatura das mensagens').selectOption({ label: 'Cada um escolhe' })
    await admin.getByText('Operação atualizada com sucesso.').first().waitFor(SOON)
    await admin.goto('/users')
    await admin.getByText('Ana Souza', { exact: true }).first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Assinatura').fill('{{user}} · {{queue}}')
    await dialog.getByText(/^Ana Souza ·/).waitFor(SOON)
    await faultless(admin, 'signature-user')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
  })

  it('is switched on beside the composer, and the phone gets it before the text', async () => {
    ana = await enter(browser, company, company.attendants[0])
    await ana.goto('/tickets')
    await takeUp(ana, sim, { from: LIA, name: 'Lia Prado', to: BUSINESS, text: 'Quem fala?' })
    await sendText(ana, 'Sem nome')
    await sim.until(LIA, ({ text }) => text === 'Sem nome')
    await ana.getByRole('button', { name: 'Assinar: desligado' }).click()
    await ana.getByRole('button', { name: 'Assinar: ligado' }).waitFor(SOON)
    await sendText(ana, 'Sou eu')
    await sim.until(LIA, ({ text }) => text === '*Ana Souza · Vendas:*\nSou eu')
    await bubble(ana, 'Sou eu').getByText('Ana Souza · Vendas:').waitFor(SOON)
    await row(ana, 'Lia Prado').getByText('Sou eu', { exact: true }).waitFor(SOON)
    await faultless(ana, 'signature-conversation')
    await ana.setViewportSize({ width: 1440, height: 900 })
  })

  it('stays through a reload and an edit, which shows the words alone', async () => {
    await ana.reload()
    await ana.getByRole('button', { name: 'Assinar: ligado' }).waitFor(SOON)
    await choose(ana, 'Sou eu', 'Editar')
    await expect.poll(() => composer(ana).inputValue(), SOON).toBe('Sou eu')
    await composer(ana).fill('Sou eu mesma')
    await composer(ana).press('Enter')
    await bubble(ana, 'Sou eu mesma').getByText('Ana Souza · Vendas:').waitFor(SOON)
    await sim.until(LIA, ({ text }) => text === '*Ana Souza · Vendas:*\nSou eu mesma')
  })

  it('is the queue’s for whoever has none of their own', async () => {
    await admin.goto('/users')
    await admin.getByText('Ana Souza', { exact: true }).first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Assinatura').fill('')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await admin.goto('/queues')
    await admin.getByRole('button', { name: 'Editar Vendas' }).click(SOON)
    await dialog.getByLabel('Assinatura').fill('Equipe de {{queue}}')
    await dialog.getByText(/^Equipe de Vendas:/).waitFor(SOON)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await sendText(ana, 'Até logo')
    await sim.until(LIA, ({ text }) => text === '*Equipe de Vendas:*\nAté logo')
    await bubble(ana, 'Até logo').getByText('Equipe de Vendas:').waitFor(SOON)
    expect(alarms).toEqual([])
  })
})
