/**
 * Plays an admin who makes an automation rule by hand: tries it on a conversation,
 * switches it on, a customer's message sets it off, and its log shows what it did and
 * why it did nothing for another.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import { faultless } from './support/faultless.ts'
import { alarms, leaveAll, openCounter, SOON } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'
import './support/steps.ts'

const BUSINESS = '5511900000391'
const BIA = '5511988880391'
const CAIO = '5511988880392'
const WIDE = { width: 1440, height: 900 }

let browser: Browser
let sim: Simulator
let admin: Page

beforeAll(async () => {
  browser = await startBrowser()
  ;({ sim, admin } = await openCounter(browser, {
    name: 'das Regras',
    business: BUSINESS,
    customers: [
      [BIA, 'Bia Lopes'],
      [CAIO, 'Caio Reis'],
    ],
    prepare: async company => {
      const { call } = await signedIn(company.admin)
      await call('POST', '/queue', { name: 'Cobrança', color: '#b45309', greetingMessage: 'Olá! Aqui é a Cobrança.' })
    },
  }))
  await sim.send(BIA, { to: BUSINESS, type: 'text', text: 'Bom dia! Me manda o boleto deste mês?' })
})
afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('automation rules', () => {
  it('are explained where there is none, with some ready-made', async () => {
    await admin.goto('/rules')
    await admin.getByText('Nenhuma regra ainda').waitFor(SOON)
    await faultless(admin, 'rules-empty')
    await admin.setViewportSize(WIDE)
    await admin.getByRole('button', { name: 'Usar Uma hora de silêncio' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Adicionar regra' })
    await dialog.getByText(/^Quando ninguém escreve por um tempo/).waitFor(SOON)
    await admin.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('one is made by hand, and reads as a sentence', async () => {
    await admin.getByRole('button', { name: 'Adicionar regra' }).first().click()
    const dialog = admin.getByRole('dialog', { name: 'Adicionar regra' })
    await dialog.getByLabel('Nome').fill('Boleto')
    await dialog.getByRole('button', { name: 'Adicionar condição' }).click()
    await dialog.getByLabel('Condição 1: valor').fill('boleto')
    await dialog.getByRole('button', { name: 'Adicionar ação' }).click()
    await dialog.getByLabel('Ação 2', { exact: true }).selectOption({ label: 'Mudar a prioridade' })
    await dialog.getByLabel('Conteúdo da ação 2').selectOption({ label: 'Média' })
    // The queue is still to be chosen: its line says so.
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Complete ou remova a ação 1').waitFor(SOON)
    await dialog.getByRole('combobox', { name: 'Conteúdo da ação 1' }).click()
    await admin.getByRole('option', { name: 'Cobrança' }).click()
    await dialog
      .getByText(
        'Quando uma mensagem do cliente chega e o texto contém “boleto”, então transferir para a fila Cobrança e mudar a prioridade: média.',
      )
      .waitFor(SOON)
    await faultless(admin, 'rule')
    await admin.setViewportSize(WIDE)
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await admin.getByRole('switch', { name: 'Ligar Boleto' }).waitFor(SOON)
  })

  it('is tried on a conversation, which stays as it is', async () => {
    await admin.getByRole('button', { name: 'Experimentar Boleto' }).click()
    const dialog = admin.getByRole('dialog', { name: 'Experimentar Boleto' })
    await dialog.getByRole('button', { name: /Bia Lopes/ }).click(SOON)
    await dialog.getByText('A regra agiria').waitFor(SOON)
    await dialog.getByText('Era: “Bom dia! Me manda o boleto deste mês?”').waitFor()
    await dialog.getByText('transferir para a fila Cobrança').waitFor()
    await faultless(admin, 'rule-try')
    await admin.setViewportSize(WIDE)
    await admin.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
  })

  it('is switched on, acts on a message, and logs what it did and why it did nothing', async () => {
    await admin.getByRole('switch', { name: 'Ligar Boleto' }).click()
    await admin.getByText('Boleto está ligada').waitFor(SOON)
    await faultless(admin, 'rules')
    await admin.setViewportSize(WIDE)
    await sim.send(CAIO, { to: BUSINESS, type: 'text', text: 'Vocês abrem no sábado?' })
    await sim.send(BIA, { to: BUSINESS, type: 'text', text: 'E o boleto?' })
    const log = admin.getByRole('list', { name: 'Registro' })
    // The log is read when it is opened: it is opened again until both are in it.
    const dialog = admin.getByRole('dialog', { name: 'Registro de Boleto' })
    const look = async () => {
      if (await dialog.isVisible()) await admin.keyboard.press('Escape')
      await admin.getByRole('button', { name: 'Registro de Boleto' }).click()
      await dialog
        .getByText(/Nada registrado ainda|Bia Lopes|Caio Reis/)
        .first()
        .waitFor(SOON)
      return (await log.getByRole('listitem').allTextContents()).join(' ')
    }
    await expect.poll(look, SOON).toMatch(/Bia Lopes\s*Agiu(?! em)/)
    await expect.poll(look, SOON).toMatch(/Caio Reis\s*Não agiu/)
    await log.getByText('Por que não agiu').first().click()
    await log.getByText('Era: “Vocês abrem no sábado?”').waitFor()
    await faultless(admin, 'rule-log')
    await admin.setViewportSize(WIDE)
    await log.getByRole('link', { name: 'Bia Lopes' }).first().click()
    await admin
      .getByText(/^Regra Boleto agiu/)
      .first()
      .waitFor(SOON)
    await admin.getByText('Cobrança').first().waitFor(SOON)
    await admin.locator('[data-priority="medium"]').first().waitFor(SOON)
    await faultless(admin, 'rule-in-conversation')
    expect(alarms).toEqual([])
  })
})
