/**
 * Tests a campaign over an official number: its template chosen and filled, what it will cost, the
 * report while Meta bills it, and its stop when the number's quality falls.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { enter, leaveAll, SOON } from './support/serve.ts'
import { callSimulator } from './support/simulator.ts'

const PHONES = Array.from({ length: 200 }, (_, i) => `5511966628${String(i).padStart(3, '0')}`)
const NAME = 'Semana da oferta'

let company: Company
let browser: Browser
let admin: Page
let number: { phoneNumberId: string; businessAccountId: string; accessToken: string }

const sim = <T>(method: string, path: string, body?: object) =>
  callSimulator<T>(company.simUrl, method, `/cloud${path}`, body)

beforeAll(async () => {
  company = await openCompany('da Oferta')
  browser = await startBrowser()
  number = await sim('POST', '/numbers', { phone: '551140040002', name: 'Doces da Oferta', quality: 'GREEN' })
  const { call } = await signedIn(company.admin)
  await call('POST', '/whatsapp', { name: 'Oficial', provider: 'cloud', ...number })
  const pace = { hoursStart: '00:00', hoursEnd: '00:00' }
  await call('POST', '/campaign-settings', { settings: pace })
  const list = await call<{ id: string }>('POST', '/contact-lists', { name: 'Clientes' })
  for (const [i, phone] of PHONES.entries())
    await call('POST', '/contact-list-items', { contactListId: list.id, name: `Cliente ${i}`, number: phone })
  admin = await enter(browser, company, company.admin)
}, 300_000)

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('a campaign over an official number', () => {
  it('sends a template, and says before what it will cost', async () => {
    await admin.goto('/campaigns')
    await admin.getByRole('button', { name: 'Adicionar campanha' }).first().click(SOON)
    const dialog = admin.getByRole('dialog', { name: 'Adicionar campanha' })
    await dialog.getByLabel(/^Nome/).fill(NAME)
    await dialog.getByRole('combobox', { name: /^Lista de contatos/ }).click()
    await admin.getByRole('option', { name: /Clientes/ }).click(SOON)
    await dialog.getByRole('combobox', { name: /^Conexão/ }).click()
    await admin.getByRole('option', { name: /Oficial/ }).click(SOON)
    await dialog.getByRole('combobox', { name: /^Modelo da mensagem/ }).click(SOON)
    await admin.getByRole('option', { name: /oferta_da_semana/ }).click(SOON)
    await dialog.getByRole('textbox', { name: 'oferta' }).fill('10 % em bolos')
    await dialog.getByText(/200 destinatários/).waitFor(SOON)
    await faultless(admin, 'cloud-campaign-dialog')
    await dialog.getByLabel(/^Envio/).selectOption('now')
    await dialog.getByRole('button', { name: 'Iniciar agora' }).click()
    await dialog.waitFor({ state: 'detached', ...SOON })
  })

  it('shows what it has cost, and stops when the quality falls to red', async () => {
    // The campaign starts at the next full minute.
    await admin.getByText('Em Andamento').first().waitFor({ timeout: 120_000 })
    await admin.getByRole('button', { name: `Relatório de ${NAME}` }).click(SOON)
    await admin.getByText('Custo até agora').first().waitFor({ timeout: 120_000 })
    await sim('POST', `/${number.phoneNumberId}/quality`, { quality: 'RED' })
    await faultless(admin, 'cloud-campaign-report')
    await expect
      .poll(() => admin.getByText(/qualidade do número caiu para vermelho|Finalizada/).count(), { timeout: 120_000 })
      .toBeGreaterThan(0)
    await admin.goto('/')
    await admin.getByRole('heading', { name: 'Custo de mensagens' }).waitFor(SOON)
    await faultless(admin, 'cloud-costs')
  })
})
