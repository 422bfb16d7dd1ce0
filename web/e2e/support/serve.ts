import type { Whatsapp } from '@balcao/shared/entities/whatsapp.ts'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import type { Call, Login } from './api.ts'
import { type Look, person, signInByCall } from './browser.ts'
import { type Company, openCompany } from './company.ts'
import { type Simulator, simulator } from './simulator.ts'

/** Maximum wait on a busy machine, ms. */
export const SOON = { timeout: 60_000 }

/** Dialogs and errors; no page may show any. */
export const alarms: string[] = []

const contexts: BrowserContext[] = []

/** Signs a person in with a browser of their own. */
export async function enter(browser: Browser, { url }: Pick<Company, 'url'>, login: Login, look?: Look): Promise<Page> {
  const context = await person(browser, url, look)
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

/**
 * Adds a connection for the queue Vendas as the admin, and scans its QR code with the business's
 * handset.
 * @returns the text of the QR code
 */
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

/**
 * Scans a connection's QR code with the business's handset, by calls, and waits until it is
 * connected.
 */
export async function scanByCall(call: Call, sim: Simulator, id: string, number: string, name: string): Promise<void> {
  const here = () => call<Whatsapp>('GET', `/whatsapp/${id}`)
  const qr = await vi.waitUntil(async () => (await here()).qrcode, SOON)
  await sim.scan(qr, number, name)
  await vi.waitUntil(async () => (await here()).status === 'CONNECTED', SOON)
}

interface Counter {
  /** Company name; like the numbers below, used by no other file. */
  name: string
  business: string
  /** Numbers and names of the customers. */
  customers: readonly (readonly [number: string, name: string])[]
  /** Prepares the company further before its admin's browser signs in: a user has one session. */
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

/**
 * Sends a customer's message and accepts the ticket on the tickets screen, which opens it. Waits
 * for the composer of that customer: until then the one opened before may still stand there.
 */
export async function takeUp(
  page: Page,
  sim: Simulator,
  talk: { from: string; name: string; to: string; text: string },
) {
  await page.getByRole('tab', { name: 'Aguardando' }).click()
  await sim.send(talk.from, { to: talk.to, type: 'text', text: talk.text })
  await row(page, talk.name).getByRole('button', { name: 'Aceitar' }).click()
  await composer(page, talk.name).waitFor(SOON)
}

/**
 * Resolves the open ticket. The list shows it at once; only after the server's answer does what the
 * customer writes begin another one.
 */
export async function resolveOpen(page: Page): Promise<void> {
  const closed = page.waitForResponse(answer => (answer.request().postData() ?? '').includes('"closed"'))
  await page.getByRole('button', { name: 'Resolver', exact: true }).click()
  await closed
}

export const row = (page: Page, name: string): Locator => page.locator('[data-ticket]').filter({ hasText: name })
export const bubble = (page: Page, text: string): Locator => page.locator('[data-message]').filter({ hasText: text })
/** Returns the composer of the open conversation; with `name`, only of that contact's. */
export const composer = (page: Page, name = ''): Locator =>
  page.getByRole('textbox', { name: new RegExp(`^Mensagem para .*${name}`) })

export async function sendText(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await composer(page).press('Enter')
}

/** Returns the field of a note, which its tab opens in the place of the composer. */
export async function noteField(page: Page): Promise<Locator> {
  await page.getByRole('tab', { name: 'Observação' }).click()
  return page.getByRole('textbox', { name: 'Escrever uma observação' })
}

/** Writes a note in the open conversation, and goes back to writing messages. */
export async function writeNote(page: Page, text: string): Promise<void> {
  const field = await noteField(page)
  await field.fill(text)
  await field.press('Enter')
  await expect.poll(() => field.inputValue(), SOON).toBe('')
  await page.getByRole('tab', { name: 'Responder' }).click()
}

/** Opens a message's menu and selects an entry. */
export async function choose(page: Page, text: string, entry: string): Promise<void> {
  await bubble(page, text).hover()
  await bubble(page, text).getByRole('button', { name: 'Opções da mensagem' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Runs an action of an open conversation: by its button, else in the menu of what has no room. */
export async function chooseInConversation(page: Page, entry: string): Promise<void> {
  const button = page.getByRole('button', { name: entry, exact: true })
  if (await button.isVisible()) return button.click()
  await page.getByRole('button', { name: 'Mais opções' }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/**
 * Returns the parts of an open conversation that the toast on screen covers; none, if all is well.
 */
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

/** Switches to a list of tickets by its tab. */
export const list = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()

/** Returns the names in the list of tickets, top to bottom. */
export const names = (page: Page) =>
  page.locator('[data-ticket]').evaluateAll(rows => rows.map(each => each.querySelector('bdi')?.textContent ?? ''))

/** Opens the menu of a ticket's row and selects an entry. */
export async function chooseInRow(page: Page, name: string, entry: string): Promise<void> {
  await row(page, name).hover()
  await page.getByRole('button', { name: `Opções de ${name}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}
