import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sparticuz from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { Login } from './api.ts'

/** Chromium comes inside its package; nothing is downloaded. Microphone and its permission are Chromium's own fakes. */
export async function startBrowser(): Promise<Browser> {
  // Painting through an emulated graphics card took more of the machine than the pages and the product together.
  const graphics = /^--(use-gl|use-angle|enable-unsafe-swiftshader|ignore-gpu-blocklist|in-process-gpu)/
  const own = sparticuz.args.filter(arg => !/^--(single-process|headless)/.test(arg) && !graphics.test(arg))
  return chromium.launch({
    executablePath: await sparticuz.executablePath(),
    headless: true,
    args: [
      ...own,
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
    ],
  })
}

export type Look = {
  width?: number
  height?: number
  theme?: 'light' | 'dark'
  touch?: boolean
  /** With the product's worker, which all others do without: each would fetch the whole shell. */
  installed?: boolean
}

/** A person with a browser of their own: own cookies, own storage. */
export async function person(browser: Browser, url: string, look: Look = {}): Promise<BrowserContext> {
  const { width = 1440, height = 900, theme = 'light', touch = false, installed = false } = look
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    hasTouch: touch,
    serviceWorkers: installed ? 'allow' : 'block',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    permissions: ['microphone', 'clipboard-read', 'clipboard-write'],
    reducedMotion: 'reduce',
  })
  await context.addInitScript(value => {
    if (!localStorage.getItem('preferredTheme')) localStorage.setItem('preferredTheme', value)
  }, theme)
  context.setDefaultTimeout(60_000)
  return context
}

/** Signs in through the form and ends at the tickets. */
export async function signIn(context: BrowserContext, login: Login): Promise<Page> {
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(login.email)
  await page.getByLabel('Senha', { exact: true }).fill(login.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await page.waitForURL(/:\d+\/(tickets.*)?$/)
  // An admin begins at the dashboard; tests begin where people work.
  if (!page.url().includes('/tickets')) await page.goto('/tickets')
  return page
}

/** Signs in by the call the form makes, and begins at the tickets: the form has tests of its own, and loads the product twice. */
export async function signInByCall(context: BrowserContext, { email, password }: Login): Promise<Page> {
  // As `session.ts` does: the next load then asks for a session with the cookie of this call.
  await context.addInitScript(() => {
    if (sessionStorage.getItem('balcao.e2e')) return
    sessionStorage.setItem('balcao.e2e', 'in')
    localStorage.setItem('balcao.signed-in', '1')
  })
  const answer = await context.request.post('/api/auth/login', { data: { email, password } })
  if (!answer.ok()) throw new Error(`signing in: ${answer.status()} ${await answer.text()}`)
  const page = await context.newPage()
  await page.goto('/tickets')
  return page
}

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url))

/** Keeps a picture to look at when E2E_SCREENSHOTS is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.E2E_SCREENSHOTS) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
