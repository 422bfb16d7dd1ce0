/**
 * Tests two-factor authentication: enabled with an app's key, a sign-in by its code and one by a
 * recovery code, all of it in the audit log.
 */
import { createHmac } from 'node:crypto'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { person, signIn, startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { faultless } from './support/faultless.ts'
import { openGroup } from './support/open-group.ts'

let company: Company
let browser: Browser
let context: BrowserContext
let page: Page
let key: string
/** Time step of the last used code: no code is valid twice. */
let used = 0
let recovery: string[]

beforeAll(async () => {
  company = await openCompany('da Segunda Etapa')
  browser = await startBrowser()
  context = await person(browser, company.url)
  page = await signIn(context, company.admin)
})
afterAll(async () => {
  await browser?.close()
})

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Returns an authenticator app's code (RFC 6238) for the first unused time step. */
function nextCode(): string {
  used = Math.max(used + 1, Math.floor(Date.now() / 30_000))
  const bits = [...key].map(sign => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const bytes = Buffer.from(bits.match(/.{8}/g)!.map(byte => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(used))
  const digest = createHmac('sha1', bytes).update(counter).digest()
  const number = digest.readUInt32BE(digest.at(-1)! & 15) & 0x7fffffff
  return String(number % 1_000_000).padStart(6, '0')
}

async function fromMenu(item: string): Promise<void> {
  await page
    .getByRole('button', { name: /Balcão/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Signs out, and in again with the password as far as the second step. */
async function asFarAsTheCode(): Promise<void> {
  await fromMenu('Sair')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(company.admin.email)
  await page.getByLabel('Senha', { exact: true }).fill(company.admin.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.getByRole('heading', { name: 'Confirme que é você' }).waitFor()
}

async function enter(code: string): Promise<void> {
  await page.getByLabel('Código do aplicativo ou de recuperação').fill(code)
  await page.getByRole('button', { name: 'Entrar' }).click()
}

describe('a second step at sign-in', () => {
  it('is switched on with an app, and gives recovery codes once', async () => {
    await fromMenu('Segurança')
    await page.getByRole('heading', { name: 'Onde você entrou' }).waitFor()
    await faultless(page, 'security-off')
    await page.getByRole('button', { name: 'Ativar' }).click()
    await page.getByLabel('Senha atual').fill(company.admin.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Ativar' }).click()
    key = (await page.getByLabel('Ou digite esta chave').inputValue()).replaceAll(' ', '')
    await faultless(page, 'second-factor-key')
    await page.getByLabel('Código do aplicativo').fill('000000')
    await page.getByRole('button', { name: 'Confirmar' }).click()
    await page.getByText('O código não confere ou já foi usado').waitFor()
    await page.getByLabel('Código do aplicativo').fill(nextCode())
    await page.getByRole('button', { name: 'Confirmar' }).click()
    const codes = page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem')
    await codes.first().waitFor()
    recovery = await codes.allInnerTexts()
    expect(recovery).toHaveLength(10)
    await faultless(page, 'recovery-codes')
    await page.getByRole('button', { name: 'Já guardei' }).click()
    await page.getByText('10 códigos de recuperação').waitFor()
  })

  it('asks for a code, or a recovery code, and the audit log has it all', async () => {
    await asFarAsTheCode()
    // Moves the pointer away, since hovering changes the colour of the element under it.
    await page.mouse.move(0, 0)
    await faultless(page, 'second-step')
    await enter(nextCode())
    await page.getByRole('button', { name: 'Gestão', exact: true }).waitFor()
    await asFarAsTheCode()
    await enter(recovery[3]!)
    await openGroup(page, 'Gestão')
    await page.getByRole('link', { name: 'Auditoria' }).click()
    await page.getByText('Balcão da Segunda Etapa mudou a verificação em duas etapas').first().waitFor()
    expect(await page.getByText('Balcão da Segunda Etapa entrou', { exact: true }).count()).toBeGreaterThanOrEqual(3)
    await page.getByLabel('Buscar por nome').fill('ana souza')
    await page.getByText('Balcão da Segunda Etapa criou o usuário “Ana Souza”').waitFor()
    await page.getByText('Balcão da Segunda Etapa saiu').first().waitFor({ state: 'detached' })
    await faultless(page, 'audit-search')
    await page.getByRole('button', { name: 'Limpar filtros' }).click()
    await page.getByText('Balcão da Segunda Etapa saiu').first().waitFor()
    await faultless(page, 'audit')
    await page.goto('/security')
    await page.getByText('9 códigos de recuperação').waitFor()
    await faultless(page, 'security-on')
  })
})
