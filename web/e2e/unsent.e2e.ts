/**
 * Tests unsent work (messages, a file, a draft and a note written offline or before the session
 * ends elsewhere): kept, hidden from the next user, sent once after the same user's sign-in, from
 * two tabs too; old work is offered; a sign-out sends, keeps or discards it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Login } from './support/api.ts'
import { accessibilityFaults } from './support/axe.ts'
import { person, picture, signInByCall, startBrowser } from './support/browser.ts'
import type { Company } from './support/company.ts'
import { PDF } from './support/media.ts'
import { composer, leaveAll, noteField, openCounter, row, SOON, sendText, takeUp } from './support/serve.ts'
import type { Simulator } from './support/simulator.ts'

const BUSINESS = '5511900000101'
const MARTA = '5511988880101'
const OTTO = '5511988880102'
const OFFLINE = 'Sem conexão. O que você escrever fica guardado.'

let company: Company
let browser: Browser
let sim: Simulator
let context: BrowserContext
let page: Page
let ana: Login
let bruno: Login

beforeAll(async () => {
  browser = await startBrowser()
  ;({ company, sim } = await openCounter(browser, {
    name: 'do Guardado',
    business: BUSINESS,
    customers: [
      [MARTA, 'Marta Reis'],
      [OTTO, 'Otto Lang'],
    ],
  }))
  ;[ana, bruno] = company.attendants
  context = await person(browser, company.url, { installed: true })
  page = await signInByCall(context, ana)
  await takeUp(page, sim, { from: MARTA, name: 'Marta Reis', to: BUSINESS, text: 'Tem pão?' })
  await page.goto('/tickets')
  await takeUp(page, sim, { from: OTTO, name: 'Otto Lang', to: BUSINESS, text: 'Abrem hoje?' })
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')
})

afterAll(async () => {
  await context?.close()
  await leaveAll()
  await browser?.close()
})

const openTalk = async (of: Page, name: string) => {
  await of.goto('/tickets')
  await row(of, name).getByRole('link').click()
  await composer(of).waitFor(SOON)
}
const fillSignIn = async (of: Page, { email, password }: Login) => {
  await of.getByLabel('E-mail').fill(email)
  await of.getByLabel('Senha', { exact: true }).fill(password)
  await of.getByRole('button', { name: 'Entrar' }).click()
  await of.getByRole('button', { name: /^Conta de / }).waitFor(SOON)
}
const signOut = async (of: Page) => {
  await of.getByRole('button', { name: /^Conta de / }).click()
  await of.getByRole('menuitem', { name: 'Sair' }).click()
}
/**
 * Signs the same user in with another browser, which ends the session of this one: its tabs find
 * out when they have a network again (`signedOut`).
 */
async function signInElsewhere() {
  for (const tab of context.pages()) await tab.evaluate(() => Object.assign(window, { isBefore: true }))
  const other = await browser.newContext({ baseURL: company.url })
  const { email, password } = ana
  expect((await other.request.post('/api/auth/login', { data: { email, password } })).ok()).toBe(true)
  await other.close()
  // Functions remember a session for 250 ms; until then the old one may still send.
  await sleep(600)
}
/**
 * Waits for the sign-in page of a session that ended elsewhere. A second later it reloads and would
 * lose what was filled in; a tab that only heard of an expired session does not.
 */
async function signedOut(tab: Page) {
  await tab.getByLabel('E-mail').waitFor(SOON)
  await tab.waitForFunction(
    () => !('isBefore' in window) || sessionStorage.getItem('balcao.ended') === null,
    undefined,
    SOON,
  )
  await tab.getByLabel('E-mail').waitFor(SOON)
}
/** Returns how often a phone received a text, or a file of this name. */
const got = async (phone: string, what: string) =>
  (await sim.messages(phone)).filter(({ text, fileName }) => text === what || fileName === what).length
const keptKeys = () => page.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('balcao.unsent.')))
/** Returns the keys of what is unsent, without what the server is known to have of it. */
const unsentKeys = async () => (await keptKeys()).filter(key => !key.includes('.synced.'))

describe('a session that ends while something waits', () => {
  it('keeps what was written without a network: messages, a file, a draft and a note', async () => {
    await openTalk(page, 'Otto Lang')
    await composer(page).fill('Abrimos às')
    await (await noteField(page)).fill('Liga sempre cedo')
    await openTalk(page, 'Marta Reis')
    await context.setOffline(true)
    await page.getByText(OFFLINE).waitFor(SOON)
    await sendText(page, 'Temos pão de queijo')
    await page.getByTestId('attach').setInputFiles({ name: 'cardapio.pdf', mimeType: 'application/pdf', buffer: PDF })
    await page.getByRole('button', { name: 'Enviar', exact: true }).click()
    await page.getByText('cardapio.pdf').waitFor(SOON)
    await expect.poll(async () => (await unsentKeys()).filter(key => key.includes('.message.')).length, SOON).toBe(2)
    await signInElsewhere()
    await context.setOffline(false)
    await signedOut(page)
    await page.getByText('Sua conta foi acessada em outro computador.').waitFor(SOON)
    await expect.poll(unsentKeys, SOON).toHaveLength(4)
  })

  it('shows nothing of it to whoever signs in next, who leaves nothing of it changed', async () => {
    await fillSignIn(page, bruno)
    await page.getByRole('tab', { name: 'Aguardando' }).waitFor(SOON)
    // The bar appears once the page is idle.
    await page.waitForLoadState('networkidle').catch(() => undefined)
    expect(await page.getByText(/não enviada/).count()).toBe(0)
    const words = await page.locator('body').textContent()
    for (const word of ['pão de queijo', 'cardapio', 'Abrimos às', 'Liga sempre']) expect(words).not.toContain(word)
    await signOut(page)
    // He has nothing unsent, so the sign-out does not ask.
    await page.getByLabel('E-mail').waitFor(SOON)
    expect(await unsentKeys()).toHaveLength(4)
    expect(await got(MARTA, 'Temos pão de queijo')).toBe(0)
  })

  it('is sent once after the same person signed in, and what was begun stands where it was', async () => {
    await fillSignIn(page, ana)
    await sim.until(MARTA, ({ text }) => text === 'Temos pão de queijo')
    await sim.until(MARTA, ({ fileName }) => fileName === 'cardapio.pdf')
    expect(await got(MARTA, 'Temos pão de queijo')).toBe(1)
    expect(await got(MARTA, 'cardapio.pdf')).toBe(1)
    await openTalk(page, 'Otto Lang')
    expect(await composer(page).inputValue()).toBe('Abrimos às')
    await composer(page).fill('')
    const note = await noteField(page)
    expect(await note.inputValue()).toBe('Liga sempre cedo')
    await note.fill('')
    await expect.poll(keptKeys, SOON).toEqual([])
  })

  it('sends what two tabs wrote once each', async () => {
    const second = await context.newPage()
    await openTalk(page, 'Marta Reis')
    await openTalk(second, 'Marta Reis')
    await context.setOffline(true)
    await sendText(page, 'Da primeira aba')
    await sendText(second, 'Da segunda aba')
    await expect.poll(unsentKeys, SOON).toHaveLength(2)
    await signInElsewhere()
    await context.setOffline(false)
    for (const tab of [page, second]) await signedOut(tab)
    await fillSignIn(page, ana)
    for (const text of ['Da primeira aba', 'Da segunda aba']) await sim.until(MARTA, found => found.text === text)
    await second.reload()
    await second.getByRole('button', { name: /^Conta de / }).waitFor(SOON)
    await expect.poll(unsentKeys, SOON).toEqual([])
    for (const text of ['Da primeira aba', 'Da segunda aba']) expect(await got(MARTA, text)).toBe(1)
    await second.close()
  })

  it('offers, and does not send, what can no longer be wanted', async () => {
    await openTalk(page, 'Otto Lang')
    await context.setOffline(true)
    await sendText(page, 'Até as 18 h')
    await expect.poll(unsentKeys, SOON).toHaveLength(1)
    await signInElsewhere()
    await context.setOffline(false)
    await signedOut(page)
    // Backdates the message by half an hour.
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find(each => each.startsWith('balcao.unsent.'))!
      const entry = JSON.parse(localStorage.getItem(key)!)
      entry.value.createdAt = new Date(Date.now() - 30 * 60_000).toISOString()
      localStorage.setItem(key, JSON.stringify(entry))
    })
    await fillSignIn(page, ana)
    const bar = page.getByText('1 mensagem não enviada')
    await bar.waitFor(SOON)
    await picture(page, 'unsent-bar')
    await page.getByRole('button', { name: 'Ver', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Até as 18 h').waitFor(SOON)
    await dialog.getByText('Otto Lang').waitFor(SOON)
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, 'unsent-list')
    await dialog.getByRole('button', { name: 'Descartar', exact: true }).click()
    await bar.waitFor({ state: 'detached', ...SOON })
    expect(await unsentKeys()).toEqual([])
    expect(await got(OTTO, 'Até as 18 h')).toBe(0)
  })
})

describe('signing out with something unsent', () => {
  /** Writes without a network, and begins to sign out. */
  async function beginToLeave(text: string) {
    await openTalk(page, 'Marta Reis')
    await context.setOffline(true)
    await sendText(page, text)
    await expect.poll(unsentKeys, SOON).toHaveLength(1)
    await signOut(page)
    const question = page.getByRole('alertdialog', { name: 'Sair com algo não enviado?' })
    await question.getByText(/1 mensagem não enviada/).waitFor(SOON)
    return (answer: string) => question.getByRole('button', { name: answer }).click()
  }
  const signInAgain = async () => {
    await page.getByLabel('E-mail').waitFor(SOON)
    await context.setOffline(false)
    await fillSignIn(page, ana)
  }

  it('stays signed in when it cannot be sent, or when the question is left', async () => {
    const answer = await beginToLeave('Enviada depois')
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, 'unsent-sign-out')
    await answer('Enviar e sair')
    await page.getByText('1 mensagem não pôde ser enviada. Você continua conectado.').waitFor(SOON)
    await signOut(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar' }).click()
    await composer(page).waitFor(SOON)
    await context.setOffline(false)
    await sim.until(MARTA, ({ text }) => text === 'Enviada depois')
    // The phone may have it before the browser has the answer.
    await expect.poll(unsentKeys, SOON).toEqual([])
  })

  it('keeps it for the next sign-in', async () => {
    const answer = await beginToLeave('Guardada')
    await answer('Guardar e sair')
    await signInAgain()
    await sim.until(MARTA, ({ text }) => text === 'Guardada')
    expect(await got(MARTA, 'Guardada')).toBe(1)
  })

  it('discards it', async () => {
    const answer = await beginToLeave('Descartada')
    await answer('Descartar e sair')
    await page.getByLabel('E-mail').waitFor(SOON)
    expect(await unsentKeys()).toEqual([])
    await signInAgain()
    await openTalk(page, 'Marta Reis')
    await sendText(page, 'Enviada por último')
    await sim.until(MARTA, ({ text }) => text === 'Enviada por último')
    expect(await got(MARTA, 'Descartada')).toBe(0)
  })

  it('sends it', async () => {
    await openTalk(page, 'Marta Reis')
    // Only the message calls fail: the network is up.
    const calls = /\/api\/messages\//
    await context.route(calls, route => (route.request().method() === 'POST' ? route.abort() : route.fallback()))
    await sendText(page, 'Enviada na saída')
    await expect.poll(unsentKeys, SOON).toHaveLength(1)
    await signOut(page)
    await context.unroute(calls)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Enviar e sair' }).click()
    await page.getByLabel('E-mail').waitFor(SOON)
    await sim.until(MARTA, ({ text }) => text === 'Enviada na saída')
    expect(await got(MARTA, 'Enviada na saída')).toBe(1)
    expect(await unsentKeys()).toEqual([])
  })
})
