/**
 * Tests a subscription: paid through the checkout on the bank's page with a live update and a
 * receipt; and an expired one, renewed without signing in.
 */
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signedIn } from './support/api.ts'
import { person, startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { expire } from './support/expire.ts'
import { faultless } from './support/faultless.ts'
import { enter, leaveAll, SOON } from './support/serve.ts'
import { callSimulator } from './support/simulator.ts'

let company: Company
let browser: Browser

beforeAll(async () => {
  company = await openCompany('das Faturas')
  browser = await startBrowser()
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

/** Pays the charge with this code on the bank's page. */
async function payAtTheBank(code: string) {
  type Charge = { txid: string; pixCopiaECola: string }
  const charges = await callSimulator<Charge[]>(company.simUrl, 'GET', '/bank/charges')
  const { txid } = charges.find(charge => charge.pixCopiaECola === code)!
  const bank = await (await person(browser, company.simUrl)).newPage()
  await bank.goto('/bank')
  const charge = bank.getByRole('listitem').filter({ hasText: txid })
  await charge.getByRole('button', { name: 'Pagar' }).click()
  await charge.getByText('Paga:').waitFor(SOON)
  await bank.close()
}

const codeOn = async (page: Page) => (await page.getByText(/^000201/).textContent())!

describe('a subscription', () => {
  it('is paid by the checkout: the date moves while one looks, and there is a receipt', async () => {
    const admin = await enter(browser, company, company.admin)
    await admin.getByRole('link', { name: 'Ver faturas' }).click()
    const pay = admin.getByRole('button', { name: 'PAGAR fatura 1' })
    await pay.waitFor(SOON)
    await faultless(admin, 'invoices')
    await admin.goto('/subscription')
    await pay.waitFor(SOON)
    await admin
      .getByText(/ de \d+ usuários?$/)
      .first()
      .waitFor(SOON)
    await faultless(admin, 'subscription')
    await pay.click()
    const dialog = admin.getByRole('dialog')
    await dialog.getByLabel('Nome completo').waitFor(SOON)
    await dialog.getByRole('button', { name: 'Próximo' }).click()
    await dialog.getByText('O nome completo é obrigatório').waitFor(SOON)
    await faultless(admin, 'checkout-data')
    await dialog.getByLabel('Nome completo').fill('Maria Aparecida de Alcântara')
    await dialog.getByRole('textbox', { name: 'Endereço' }).fill('Avenida Paulista, 1000')
    await dialog.getByLabel('Cidade').fill('São Paulo')
    await dialog.getByLabel('Estado').fill('SP')
    await dialog.getByLabel('CEP').fill('123')
    await dialog.getByRole('button', { name: 'Próximo' }).click()
    await dialog.getByText('Formato de CEP inválido').waitFor(SOON)
    await dialog.getByLabel('CEP').fill('01310-100')
    await dialog.getByRole('button', { name: 'Próximo' }).click()
    await dialog.getByRole('radio', { checked: true }).waitFor(SOON)
    await faultless(admin, 'checkout-plan')
    await dialog.getByRole('button', { name: 'Próximo' }).click()
    await dialog.getByText('Avenida Paulista, 1000').waitFor(SOON)
    await faultless(admin, 'checkout-review')
    await dialog.getByRole('button', { name: 'PAGAR' }).click()
    await dialog.getByText('Aguardando o pagamento').waitFor(SOON)
    await faultless(admin, 'checkout-pix')
    // Another window with the invoices open is updated without a reload.
    const elsewhere = await admin.context().newPage()
    await elsewhere.goto('/financeiro')
    await elsewhere.getByRole('button', { name: 'PAGAR fatura 1' }).waitFor(SOON)
    const until = elsewhere.getByText(/[Aa]tiv[ao] até/).first()
    const before = await until.textContent()
    await payAtTheBank(await codeOn(admin))
    await elsewhere.getByRole('button', { name: 'Baixar recibo da fatura 1' }).waitFor(SOON)
    await expect.poll(() => until.textContent()).not.toBe(before)
    await elsewhere.close()
    await dialog.getByText(/^Sua licença foi renovada até \d\d\/\d\d\/\d{4}!$/).waitFor(SOON)
    await admin.waitForURL(`${company.url}/`, SOON)

    await admin.goto('/financeiro')
    const receipt = admin.getByRole('button', { name: 'Baixar recibo da fatura 1' })
    await receipt.waitFor(SOON)
    await faultless(admin, 'invoices-paid')
    const [download] = await Promise.all([admin.waitForEvent('download', SOON), receipt.click()])
    expect(download.suggestedFilename()).toBe('recibo-1.pdf')
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('that has run out is renewed on a page for it, and one signs in', async () => {
    const { call, userId } = await signedIn(company.admin)
    const { companyId } = await call<{ companyId: string }>('GET', `/users/${userId}`)
    await expire(companyId)
    const page = await (await person(browser, company.url)).newPage()
    const signIn = async () => {
      await page.goto('/login')
      await page.getByLabel('E-mail').fill(company.admin.email)
      await page.getByLabel('Senha', { exact: true }).fill(company.admin.password)
      await page.getByRole('button', { name: 'Entrar' }).click()
    }
    await signIn()
    await page.getByRole('link', { name: 'Renovar agora' }).waitFor(SOON)
    await faultless(page, 'login-expired')
    await page.getByRole('link', { name: 'Renovar agora' }).click()
    await page.getByText('Aguardando o pagamento').waitFor(SOON)
    await faultless(page, 'renew')
    await payAtTheBank(await codeOn(page))
    await page.getByText(/^Sua licença foi renovada até/).waitFor(SOON)
    await faultless(page, 'renewed')
    await signIn()
    await page.getByRole('button', { name: 'Gestão', exact: true }).waitFor(SOON)
  })
})
