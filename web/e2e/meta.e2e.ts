import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { composer, enter, leaveAll, row, SOON } from './support/serve.ts'
import { callSimulator } from './support/simulator.ts'

// Tests Meta channels: connects a Facebook page and its Instagram account, and serves a customer of
// each.

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let company: Company
let browser: Browser
let admin: Page
let page: { pageId: string; instagramId: string; userId: string }

const sim = <T>(method: string, path: string, body?: object) =>
  callSimulator<T>(company.simUrl, method, `/meta${path}`, body)

beforeAll(async () => {
  company = await openCompany('das Páginas')
  browser = await startBrowser()
  page = await sim('POST', '/pages', { name: 'Doces da Páginas', instagram: 'doces.paginas' })
  admin = await enter(browser, company, company.admin)
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('Facebook and Instagram', () => {
  it('are connected by signing in with Facebook', async () => {
    await admin.goto('/connections')
    await admin.getByRole('button', { name: 'Facebook e Instagram' }).click()
    const start = admin.getByRole('button', { name: 'Entrar com o Facebook' })
    await start.waitFor(SOON)
    await faultless(admin, 'facebook-dialog')
    const [popup] = await Promise.all([admin.waitForEvent('popup'), start.click()])
    await popup.getByRole('link', { name: /Doces da Páginas/ }).click(SOON)
    await admin.getByText('Página do Facebook', { exact: true }).waitFor(SOON)
    await admin.getByText('Conta do Instagram', { exact: true }).waitFor(SOON)
    expect(await admin.getByText('Conectado', { exact: true }).count()).toBe(2)
    await faultless(admin, 'connections-pages')
  })

  it.each([
    ['a customer of the page', 'pageId', 'Bia Facebook'],
    ['a customer of the account', 'instagramId', 'Caio Instagram'],
  ] as const)('%s is served', async (_, account, name) => {
    const from = String(Date.now())
    await admin.goto('/tickets')
    await admin.getByRole('tab', { name: 'Aguardando' }).click(SOON)
    await sim('POST', `/${page[account]}/messages`, { from, name, text: `Oi, sou ${name}` })
    await row(admin, name).getByRole('button', { name: 'Aceitar' }).click(SOON)
    const field = composer(admin)
    await field.waitFor(SOON)
    await admin.getByTestId('attach').setInputFiles({ name: 'bolo.png', mimeType: 'image/png', buffer: PNG })
    await field.fill('Veja o bolo')
    await field.press('Enter')
    type Got = { fromCustomer: boolean; text: string; media?: { type: string } }
    const got = async () =>
      (await sim<Got[]>('GET', `/${page[account]}/messages?from=${from}`)).filter(({ fromCustomer }) => !fromCustomer)
    await expect
      .poll(async () => (await got()).map(({ text, media }) => media?.type ?? text), SOON)
      .toEqual(['image', 'Veja o bolo'])
    await sim('POST', `/${page[account]}/read`, { from })
    await admin.locator('[data-message] [data-ack=read]').waitFor(SOON)
    await faultless(admin, `conversation-${account}`)
  })
})
