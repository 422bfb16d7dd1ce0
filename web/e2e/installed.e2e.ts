/**
 * Tests the installed app: the service worker caches the shell but no personal data, the shell
 * opens offline, and the frame matches the sign-in, also without scripts.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { accessibilityFaults } from './support/axe.ts'
import { person, picture, signInByCall, startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { SOON } from './support/serve.ts'
import { serveBuilds } from './support/serve-builds.ts'

const OFFLINE = 'Sem conexão. O que você escrever fica guardado.'

let company: Company
let browser: Browser
let context: BrowserContext
let page: Page

beforeAll(async () => {
  browser = await startBrowser()
  company = await openCompany('Instalado')
  context = await person(browser, company.url, { installed: true })
})
afterAll(async () => {
  await context?.close()
  await browser?.close()
})

/** Waits until the service worker controls the page with its caches filled. */
const inCharge = (of: Page) => of.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated')

/** Returns the paths in the browser's caches, by cache. */
const kept = (of: Page): Promise<[name: string, paths: string[]][]> =>
  of.evaluate(async () => {
    const names = await caches.keys()
    return Promise.all(
      names.map(async (name): Promise<[string, string[]]> => {
        const requests = await (await caches.open(name)).keys()
        return [name, requests.map(request => new URL(request.url).pathname)]
      }),
    )
  })

describe('the installed app', () => {
  it('keeps its shell at the first visit of somebody who signed in, and nothing that belongs to a person', async () => {
    page = await signInByCall(context, company.attendants[0])
    await page.getByRole('tab', { name: 'Aguardando' }).waitFor(SOON)
    await inCharge(page)
    const [[name, paths] = ['', []], ...others] = await kept(page)
    expect(name).toMatch(/^balcao-shell-[\w-]{12}$/)
    expect(others).toEqual([])
    expect(paths).toContain('/index.html')
    expect(
      paths.filter(path => !/^\/(assets|icons)\/[^/]+$|^\/(index\.html|favicon\.svg|manifest[.\w]*)$/.test(path)),
    ).toEqual([])
  })

  it('opens without a network: the shell, the offline line and what to do', async () => {
    await context.setOffline(true)
    await page.reload()
    await page.getByText(OFFLINE).waitFor(SOON)
    await page.getByRole('alert').getByText('Sem conexão. Isto aparece quando ela voltar.').waitFor(SOON)
    expect(await page.getByRole('button', { name: 'Tentar de novo' }).count()).toBe(0)
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, 'installed-offline')
  })

  it('goes on by itself when the network is back', async () => {
    await context.setOffline(false)
    await page.getByRole('tab', { name: 'Aguardando' }).waitFor(SOON)
    await page.getByText(OFFLINE).waitFor({ state: 'detached', ...SOON })
    await page.getByRole('button', { name: 'Conta de Ana Souza' }).waitFor(SOON)
  })

  it('shows nothing of who was here before: neither without a network nor to whoever signs in next', async () => {
    await page.getByRole('button', { name: 'Conta de Ana Souza' }).click()
    await page.getByRole('menuitem', { name: 'Sair' }).click()
    await page.getByLabel('E-mail').waitFor(SOON)
    await context.setOffline(true)
    await page.goto('/tickets')
    await page.getByLabel('E-mail').waitFor(SOON)
    await page.getByText(OFFLINE).waitFor(SOON)
    expect(await page.locator('body').textContent()).not.toContain('Ana')
    await context.setOffline(false)
    const [, bruno] = company.attendants
    await page.getByLabel('E-mail').fill(bruno.email)
    await page.getByLabel('Senha', { exact: true }).fill(bruno.password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('button', { name: /^Conta de Bruno/ }).waitFor(SOON)
    expect(await page.locator('body').textContent()).not.toContain('Ana')
    const texts = await page.evaluate(async () => {
      const names = await caches.keys()
      const all = await Promise.all(names.map(async name => (await caches.open(name)).matchAll()))
      return Promise.all(all.flat().map(answer => answer.text()))
    })
    expect(texts.length).toBeGreaterThan(50)
    const [ana] = company.attendants
    for (const word of [ana.email, bruno.email, 'Ana Souza'])
      expect(texts.filter(text => text.includes(word))).toEqual([])
  })
})

describe('an update', () => {
  it('shows itself quietly, takes over when the person says so, and leaves nothing of the build before', async () => {
    const origin = await serveBuilds(company.url)
    const updated = await person(browser, origin.url, { installed: true })
    try {
      const tab = await signInByCall(updated, company.admin)
      await tab.getByRole('tab', { name: 'Aguardando' }).waitFor(SOON)
      await inCharge(tab)
      origin.build('another-build')
      await tab.evaluate(async () => void (await (await navigator.serviceWorker.getRegistration())!.update()))
      const line = tab.getByRole('status').filter({ hasText: 'Há uma versão nova do Balcão.' })
      await line.waitFor(SOON)
      expect(await accessibilityFaults(tab)).toEqual([])
      await picture(tab, 'new-version')
      const loaded = tab.waitForEvent('load')
      await line.getByRole('button', { name: 'Atualizar' }).click()
      await loaded
      await tab.getByRole('tab', { name: 'Aguardando' }).waitFor(SOON)
      expect((await kept(tab)).map(([name]) => name)).toEqual(['balcao-shell-another-build'])

      origin.build(null)
      await tab.reload()
      await tab.waitForFunction(
        async () => (await navigator.serviceWorker.getRegistrations()).length + (await caches.keys()).length === 0,
      )
    } finally {
      await updated.close()
      await origin.close()
    }
  })
})

describe('the first answer', () => {
  /** Returns the position of each text of the sign-in. */
  const places = (of: Page, within: string) =>
    of.evaluate(root => {
      const found: Record<string, number[]> = {}
      for (const text of [
        'Balcão',
        'Entrar',
        'Atenda e venda na mesma conversa.',
        'E-mail',
        'Senha',
        'Esqueceu a senha?',
        'English',
      ]) {
        const walker = document.createTreeWalker(document.querySelector(root)!, NodeFilter.SHOW_TEXT)
        while (walker.nextNode()) {
          const range = document.createRange()
          range.selectNodeContents(walker.currentNode)
          const box = range.getBoundingClientRect()
          if (walker.currentNode.textContent !== text || box.width === 0 || found[text]) continue
          found[text] = [box.left, box.top + box.height / 2].map(Math.round)
        }
      }
      return found
    }, within)

  it.each([
    ['a phone', { width: 360, height: 800, touch: true }],
    ['a notebook', { width: 1366, height: 768, theme: 'dark' }],
  ] as const)('stands on %s where the sign-in will stand, in its theme, before any script came', async (name, look) => {
    const bare = await person(browser, inject('product').url, look)
    const full = await person(browser, inject('product').url, look)
    try {
      const refused: string[] = []
      const frame = await bare.newPage()
      // Style sheets load, scripts do not.
      await frame.route('**/assets/*.js', () => undefined)
      frame.on('console', message => {
        if (/Content Security Policy|Refused/.test(message.text())) refused.push(message.text())
      })
      await frame.goto('/login', { waitUntil: 'commit' })
      await frame.getByText('Atenda e venda na mesma conversa.').first().waitFor(SOON)
      await frame.waitForFunction(() => document.styleSheets.length > 1 && document.fonts.status === 'loaded')
      const screen = await full.newPage()
      await screen.goto('/login')
      await screen.getByLabel('E-mail').waitFor(SOON)
      await screen.evaluate(() => document.fonts.ready)
      const [before, after] = [await places(frame, '#frame'), await places(screen, '#root')]
      expect(Object.keys(before)).toHaveLength(7)
      expect(before).toEqual(after)
      expect(await screen.locator('#frame').count()).toBe(0)
      const dark = 'theme' in look ? 'dark' : 'light'
      expect(await frame.evaluate(() => document.documentElement.dataset.theme)).toBe(dark)
      expect(refused).toEqual([])
      await picture(frame, `first-answer-${name.replace(' ', '-')}`)
    } finally {
      await bare.close()
      await full.close()
    }
  })

  it('says so when the scripts cannot be had', async () => {
    const bare = await person(browser, inject('product').url, {})
    try {
      const frame = await bare.newPage()
      await frame.route('**/assets/*.js', route => route.abort())
      await frame.goto('/login')
      await frame.getByRole('heading', { name: 'Não foi possível abrir o Balcão' }).waitFor(SOON)
      expect(await frame.getByRole('link', { name: 'Tentar de novo' }).getAttribute('href')).toMatch(/\/login$/)
      await frame.unroute('**/assets/*.js')
      await frame.getByRole('link', { name: 'Tentar de novo' }).click()
      await frame.getByLabel('E-mail').waitFor(SOON)
    } finally {
      await bare.close()
    }
  })
})
