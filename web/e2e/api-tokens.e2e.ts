/**
 * Plays an admin who makes a token of the public API, copies it, tries calls with it on the
 * reference, and revokes it.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBrowser } from './support/browser.ts'
import { openCompany } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { alarms, enter, leaveAll, SOON } from './support/serve.ts'

const WIDE = { width: 1440, height: 900 }

let browser: Browser
let admin: Page
let token: string

beforeAll(async () => {
  browser = await startBrowser()
  const company = await openCompany('da API')
  admin = await enter(browser, company, company.admin)
})
afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

/** Opens a call of the reference and makes it. */
async function make(call: string, fill?: () => Promise<void>): Promise<string> {
  const row = admin.getByRole('listitem').filter({ has: admin.getByRole('button', { name: call, exact: true }) })
  const opener = row.getByRole('button', { name: call, exact: true })
  if ((await opener.getAttribute('aria-expanded')) === 'false') await opener.click()
  await fill?.()
  await row.getByRole('button', { name: 'Chamar' }).click()
  const answer = row.getByRole('region', { name: 'Resposta' })
  await answer.waitFor(SOON)
  return (await answer.textContent()) ?? ''
}

describe('the public API', () => {
  it('gives a token once, with what it may do', async () => {
    await admin.goto('/public-api')
    await admin.getByText('Nenhum token ainda').waitFor(SOON)
    await faultless(admin, 'api-tokens-empty')
    await admin.setViewportSize(WIDE)
    await admin.getByRole('button', { name: 'Adicionar token' }).first().click()
    const dialog = admin.getByRole('dialog', { name: 'Adicionar token' })
    await dialog.getByLabel('Nome').fill('Loja virtual')
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click()
    await dialog.getByText('Escolha ao menos uma permissão').waitFor(SOON)
    await dialog.getByRole('checkbox', { name: 'Contatos: Ler' }).click()
    await dialog.getByRole('checkbox', { name: 'Tags: Mudar' }).click()
    await faultless(admin, 'api-token-dialog')
    await admin.setViewportSize(WIDE)
    await dialog.getByRole('button', { name: 'Criar', exact: true }).click()
    const shown = admin.getByRole('dialog', { name: 'O token da API' })
    await shown.getByRole('button', { name: 'Copiar' }).click()
    token = await admin.evaluate(() => navigator.clipboard.readText())
    expect(token).toMatch(/^blc_live_[\w-]{43}$/)
    await shown.getByRole('button', { name: 'Pronto' }).click()
    await admin.getByText(`${token.slice(0, 13)}…`).waitFor(SOON)
    await faultless(admin, 'api-tokens')
    await admin.setViewportSize(WIDE)
  })

  it('is tried on its reference: what the token may, and what not', async () => {
    await admin.getByRole('tab', { name: 'Referência' }).click()
    await admin.getByLabel('Token para testar').fill(token)
    expect(await make('GET /v1/contacts Listar')).toMatch(/^HTTP 200[\s\S]*"contacts": \[\]/)
    expect(await make('POST /v1/tags Criar')).toMatch(/^HTTP 201[\s\S]*"name": "VIP"/)
    expect(await make('GET /v1/orders Listar')).toMatch(/^HTTP 403[\s\S]*orders:read/)
    await faultless(admin, 'api-reference')
    await admin.setViewportSize(WIDE)
  })

  it('refuses the token once it is revoked', async () => {
    await admin.getByRole('tab', { name: 'Tokens' }).click()
    await admin.getByRole('button', { name: 'Revogar Loja virtual' }).click()
    await admin
      .getByRole('alertdialog')
      .getByRole('button', { name: /Excluir|Revogar/ })
      .click()
    await admin.getByText('Nenhum token ainda').waitFor(SOON)
    await admin.getByRole('tab', { name: 'Referência' }).click()
    await admin.getByLabel('Token para testar').fill(token)
    expect(await make('GET /v1/contacts Listar')).toMatch(/^HTTP 401/)
    expect(alarms).toEqual([])
  })
})
