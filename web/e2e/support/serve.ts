import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import type { Login } from './api.ts'
import { type Look, person, signInByCall } from './browser.ts'
import { type Company, openCompany } from './company.ts'
import { type Simulator, simulator } from './simulator.ts'

/** Maximum wait on a busy machine, ms. */
export const SOON = { timeout: 60_000 }

/** Dialogs and errors, of which a page may never show one. */
export const alarms: string[] = []

const contexts: BrowserContext[] = []

/** A person signs in with a browser of their own. */
export async function enter(browser: Browser, company: Company, login: Login, look?: Look): Promise<Page> {
  const context = await person(browser, company.url, look)
  contexts.push(context)
  const page = await signInByCall(context, login)
  page.on('dialog', dialog => {
    alarms.push(dialog.message())
    void dialog.dismiss()
  })
  page.on('pageerror', error => alarms.push(String(error)))
  return page
}

export async function leaveAll(): Promise<void> {
  for (const context of contexts.splice(0)) await context.close().catch(() => undefined)
}

/** The admin adds a connection for the queue Vendas and the business's handset, a phone of that number, scans its QR, whose text is answered. */
export async function connect(
  admin: Page,
  sim: Simulator,
  number: string,
  { whileOpen }: { whileOpen?: () => Promise<void> } = {},
): Promise<string> {
  await admin.goto('/connections')
  await admin.getByRole('button', { name: 'Adicionar conexão' }).first().click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('Nome').fill('Loja matriz')
  await dialog.getByRole('combobox', { name: 'Filas' }).click()
  await admin.getByRole('option', { name: 'Vendas' }).click()
  await admin.keyboard.press('Escape')
  await dialog.getByRole('tab', { name: 'Mensagens' }).click()
  await dialog.getByLabel('Mensagem de despedida').fill('Obrigado pelo contato, {{firstName}}')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  const copy = admin.getByRole('button', { name: 'Copiar código' })
  await copy.waitFor(SOON)
  await whileOpen?.()
  await copy.click()
  const qr = await admin.evaluate(() => navigator.clipboard.readText())
  await sim.scan(qr, number, 'Loja matriz')
  return qr
}

interface Counter {
  /** A company's name, and the business's and the customers' numbers: no other file's. */
  name: string
  business: string
  /** Numbers and names. */
  customers: readonly (readonly [number: string, name: string])[]
  /** What the company has besides, made before its admin's browser signs in: one person has one session. */
  prepare?: (company: Company) => Promise<void>
}

/**
 * Opens a company as most files need it: its admin has connected the business's number, and
 * customers may write to it.
 */
export async function openCounter(browser: Browser, { name, business, customers, prepare }: Counter) {
  const company = await openCompany(name)
  await prepare?.(company)
  const sim = simulator(company.simUrl)
  for (const customer of customers) await sim.addPhone(...customer)
  const admin = await enter(browser, company, company.admin)
  await connect(admin, sim, business)
  await admin.getByText('Conectado', { exact: true }).first().waitFor(SOON)
  return { company, sim, admin }
}

/** A customer writes, and who is at the page of the tickets accepts: the conversation is open. */
export async function takeUp(
  page: Page,
  sim: Simulator,
  talk: { from: string; name: string; to: string; text: string },
) {
  await page.getByRole('tab', { name: 'Aguardando' }).click()
  await sim.send(talk.from, { to: talk.to, type: 'text', text: talk.text })
  await row(page, talk.name).getByRole('button', { name: 'Aceitar' }).click()
  await composer(page).waitFor(SOON)
}

export const row = (page: Page, name: string): Locator => page.locator('[data-ticket]').filter({ hasText: name })
export const bubble = (page: Page, text: string): Locator => page.locator('[data-message]').filter({ hasText: text })
export const composer = (page: Page): Locator => page.getByRole('textbox', { name: /^Mensagem para/ })

export async function sendText(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** Opens a message's menu and takes an entry of it. */
export async function choose(page: Page, text: string, entry: string): Promise<void> {
  await bubble(page, text).hover()
  await bubble(page, text).getByRole('button', { name: 'Opções da mensagem' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Takes an entry of an open conversation's own menu, where stands what a narrow header has no room for. */
export async function chooseInConversation(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'Mais opções' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Which of what one reads and writes in a conversation the toast on screen covers: nothing, if all is well. */
export const covered = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[data-sonner-toast]')].map(each => each.getBoundingClientRect())
    const isUnder = (element: Element | null | undefined) => {
      const box = element?.getBoundingClientRect()
      return toasts.some(
        ({ left, right, top, bottom }) =>
          box && box.left < right && left < box.right && box.top < bottom && top < box.bottom,
      )
    }
    const log = document.querySelector('[data-conversation-log]')
    const parts = {
      'the newest message': log && [...log.querySelectorAll('[data-message]')].at(-1),
      'the input': log?.parentElement?.parentElement?.querySelector('textarea'),
    }
    return Object.entries(parts).flatMap(([name, element]) => (isUnder(element) ? [name] : []))
  })

/** Turns to a list of tickets by its tab. */
export const list = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()

/** Returns the names in the list of tickets, top to bottom. */
export const names = (page: Page) =>
  page.locator('[data-ticket]').evaluateAll(rows => rows.map(each => each.querySelector('bdi')?.textContent ?? ''))

/** Opens the menu of somebody's row and takes an entry of it. */
export async function chooseInRow(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name).hover()
  await page.getByRole('button', { name: `Opções de ${name}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
