import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sparticuz from '@sparticuz/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import type { Login } from './api.ts'

/**
 * Starts Chromium from its npm package, without a download. The microphone and its permission are
 * Chromium's fakes.
 */
export async function startBrowser(): Promise<Browser> {
  // Without emulated graphics: they used more CPU than the pages and the product together.
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
  /** Enables the product's service worker; off by default, since it would fetch the whole shell. */
  installed?: boolean
}

/** Opens a browser context of one person, with its own cookies and storage. */
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
  // An admin starts at the dashboard; tests start at the tickets.
  if (!page.url().includes('/tickets')) await page.goto('/tickets')
  return page
}

/**
 * Signs in by the call that the form makes and opens the tickets: the form has its own tests and
 * would load the product twice.
 */
export async function signInByCall(context: BrowserContext, { email, password }: Login): Promise<Page> {
  // Sets the flag of `session.ts`, so the next load asks for a session with this call's cookie.
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

/** Saves a screenshot if E2E_SCREENSHOTS is set. */
export async function picture(page: Page, name: string): Promise<void> {
  if (!process.env.E2E_SCREENSHOTS) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
