/**
 * Tests quick messages: an admin makes one with a picture, an attendant sends it with the keyboard
 * alone, and the customer gets both.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { picture, startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { png } from './support/media.ts'
import { alarms, bubble, composer, enter, leaveAll, openCounter, SOON, takeUp } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'
import './support/steps.ts'

const BUSINESS = '5511900000072'
const CARLA = '5511988880073'

let company: Company
let browser: Browser
let sim: Simulator
let admin: Page
let ana: Page

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim, admin } = await openCounter(browser, {
    name: 'das Respostas',
    business: BUSINESS,
    customers: [[CARLA, 'Carla Nunes']],
  }))
  ana = await enter(browser, company, company.attendants[0])
  await ana.goto('/quick-messages')
  await ana.getByText('Nenhuma resposta rápida ainda').waitFor(SOON)
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('quick messages', () => {
  it('one with a picture is made for the company, in one save, and shows on every screen', async () => {
    await admin.goto('/quick-messages')
    await admin.getByText('Nenhuma resposta rápida ainda').waitFor(SOON)
    await faultless(admin, 'quick-messages-empty')
    await admin.setViewportSize({ width: 1440, height: 900 })
    await admin.getByRole('button', { name: 'Adicionar resposta rápida' }).first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Atalho').fill('/cardápio')
    await dialog.getByLabel('Mensagem').fill('Olá {{firstName}}, este é o cardápio de hoje. {{nome}}')
    await dialog.getByText('Nada preenche {{nome}}: vai como está escrito.').waitFor(SOON)
    await dialog.getByLabel('Mensagem').fill('Olá {{firstName}}, este é o cardápio de hoje. Com {{user}}.')
    const file = { name: 'cardápio.png', mimeType: 'image/png', buffer: png(480, 320) }
    await dialog.getByTestId('media').setInputFiles(file)
    await dialog.getByRole('switch', { name: 'De toda a empresa' }).click()
    await faultless(admin, 'quick-message')
    await admin.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    for (const page of [admin, ana]) await page.getByText('/cardápio', { exact: true }).waitFor(SOON)
    await faultless(admin, 'quick-messages')
  })

  it('is used with the keyboard alone, and the phone gets picture and text', async () => {
    await ana.goto('/tickets')
    await takeUp(ana, sim, { from: CARLA, name: 'Carla Nunes', to: BUSINESS, text: 'O que tem hoje?' })
    await composer(ana).focus()
    await ana.keyboard.type('/card')
    const option = ana.getByRole('option', { name: /cardápio/ })
    await option.waitFor(SOON)
    await expect.poll(() => composer(ana).getAttribute('aria-activedescendant'), SOON).not.toBe(null)
    await faultless(ana, 'quick-replies')
    await ana.setViewportSize({ width: 1440, height: 900 })
    await composer(ana).focus()
    await option.waitFor(SOON)
    await ana.keyboard.press('Enter')
    const text = 'Olá Carla, este é o cardápio de hoje. Com Ana Souza.'
    await expect.poll(() => composer(ana).inputValue(), SOON).toBe(text)
    await ana.getByRole('button', { name: 'Remover cardápio.png' }).waitFor(SOON)
    await picture(ana, 'quick-reply-chosen')
    await ana.keyboard.press('Enter')
    const got = await sim.until(CARLA, message => message.type === 'image', true)
    expect([got.caption ?? got.text, got.mediaBase64]).toEqual([text, png(480, 320).toString('base64')])
    await bubble(ana, text).getByRole('img').first().waitFor(SOON)
    expect(alarms).toEqual([])
  })

  it('one of another queue is not offered, and is once it is of this one too', async () => {
    await admin.goto('/quick-messages')
    await admin.getByRole('button', { name: 'Adicionar resposta rápida' }).first().click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Atalho').fill('garantia')
    await dialog.getByLabel('Mensagem').fill('A garantia é de um ano.')
    await dialog.getByRole('switch', { name: 'De toda a empresa' }).click()
    const chooseQueue = async (name: string) => {
      await dialog.getByRole('combobox', { name: 'Filas' }).click()
      await admin.getByRole('option', { name }).click()
      await admin.keyboard.press('Escape')
    }
    await chooseQueue('Suporte')
    await faultless(admin, 'quick-message-queues')
    await admin.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await ana.reload()
    await composer(ana).fill('')
    await composer(ana).pressSequentially('/gar')
    await ana.getByText('Nenhuma resposta rápida com “/gar”').first().waitFor(SOON)
    await admin.getByText('/garantia', { exact: true }).click()
    await chooseQueue('Vendas')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
    await ana.getByRole('option', { name: /garantia/ }).waitFor(SOON)
    expect(alarms).toEqual([])
  })
})
