/**
 * Tests macros and priorities: an admin makes a macro for all, an attendant runs it by keys after a
 * preview, the customer gets its message, and the rest is taken back; a priority is set by its key.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, bubble, composer, enter, leaveAll, openCounter, row, SOON, takeUp } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'
import './support/steps.ts'

const BUSINESS = '5511900000881'
const ROSA = '5511988880881'
const IVO = '5511988880882'

let company: Company
let browser: Browser
let sim: Simulator
let admin: Page
let ana: Page

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim, admin } = await openCounter(browser, {
    name: 'das Macros',
    business: BUSINESS,
    customers: [
      [ROSA, 'Rosa Prado'],
      [IVO, 'Ivo Reis'],
    ],
    prepare: async ({ admin: login }) => {
      const { call } = await signedIn(login)
      await call('POST', '/tags', { name: 'Boleto', color: '#16a34a' })
    },
  }))
  ana = await enter(browser, company, company.attendants[0])
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

const large = (page: Page) => page.setViewportSize({ width: 1440, height: 900 })

describe('macros', () => {
  it('are made as a list of sentences, in any order', async () => {
    await admin.goto('/macros')
    await admin.getByText('Nenhuma macro ainda').waitFor(SOON)
    await faultless(admin, 'macros-empty')
    await large(admin)
    await admin.getByRole('button', { name: 'Adicionar macro' }).first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Nome').fill('Segunda via')
    await dialog.getByLabel('Conteúdo da ação 1').fill('Olá {{firstName}}, segue o boleto.')
    const add = async (number: number, kind: string) => {
      await dialog.getByRole('button', { name: 'Adicionar ação' }).click()
      await dialog.getByLabel(`Ação ${number}`, { exact: true }).selectOption({ label: kind })
    }
    await add(2, 'Pôr uma tag')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Complete ou remova a ação 2').waitFor(SOON)
    await dialog.getByRole('combobox', { name: 'Conteúdo da ação 2' }).click()
    await admin.getByRole('option', { name: 'Boleto' }).click()
    await add(3, 'Mudar a prioridade')
    await add(4, 'Escrever uma observação')
    await dialog.getByLabel('Conteúdo da ação 4').fill('Pediu a segunda via')
    await dialog.getByRole('button', { name: 'Mover a ação 4 para cima' }).click()
    await dialog.getByRole('switch', { name: 'De toda a empresa' }).click()
    await faultless(admin, 'macro')
    await large(admin)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await admin.getByText('Responder “Olá {{firstName}}, segue o boleto.”').first().waitFor(SOON)
    await faultless(admin, 'macros')
  })

  it('run by keys after a preview, and the customer gets the message', async () => {
    await ana.goto('/tickets')
    await takeUp(ana, sim, { from: ROSA, name: 'Rosa Prado', to: BUSINESS, text: 'Perdi o boleto' })
    await composer(ana).press('Escape')
    await ana.keyboard.press('w')
    await ana.getByRole('option', { name: 'Segunda via' }).click()
    const preview = ana.getByRole('alertdialog')
    await preview.getByText('responder “Olá Rosa, segue o boleto.”').waitFor(SOON)
    await faultless(ana, 'macro-preview')
    await large(ana)
    await preview.getByRole('button', { name: 'Executar' }).click()
    await ana.getByText('Segunda via executada').waitFor(SOON)
    await sim.until(ROSA, message => message.text === 'Olá Rosa, segue o boleto.', true)
    await row(ana, 'Rosa Prado').getByText('Alta').waitFor(SOON)
    await ana.getByRole('button', { name: 'Desfazer' }).click()
    await ana.getByText('Segunda via desfeita').waitFor(SOON)
    await row(ana, 'Rosa Prado')
      .getByText('Alta')
      .waitFor({ state: 'detached', ...SOON })
    expect(await bubble(ana, 'segue o boleto.').count()).toBe(1)
  })

  it('leave the priority to a key, too, and a waiting one goes first', async () => {
    await composer(ana).press('Escape')
    await ana.keyboard.press('y')
    await ana.getByRole('option', { name: 'Urgente' }).click()
    await row(ana, 'Rosa Prado').getByText('Urgente').waitFor(SOON)
    await ana.getByText(/mudou a prioridade para urgente/).waitFor(SOON)
    await faultless(ana, 'priority')
    await large(ana)
    await sim.send(IVO, { to: BUSINESS, type: 'text', text: 'Bom dia' })
    await ana.goto('/tickets?sub=pending')
    await row(ana, 'Ivo Reis').waitFor(SOON)
    expect(alarms).toEqual([])
  })
})
