/**
 * Walks all screens as an admin and as a super user, without a reload between them: title, one
 * heading, the way of the focus, no sideways scrolling on a phone, and axe (WCAG 2.2 AA) light at
 * 1440 px and dark at 360. `screens.e2e.ts` looks at their dialogs and at a conversation.
 */
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import shell from '../src/locales/pt/shell.json' with { type: 'json' }
import { navItems } from '../src/shell/nav-items.ts'
import { SCREENS, type ScreenPath } from '../src/shell/screens.ts'
import { signedIn } from './support/api.ts'
import { accessibilityFaults } from './support/axe.ts'
import { startBrowser } from './support/browser.ts'
import { type Company, openCompany } from './support/company.ts'
import { setTheme, stillness, widerThanWindow } from './support/faultless.ts'
import { alarms, enter, leaveAll, SOON } from './support/serve.ts'
import { addProduct } from './support/shop.ts'
import { makeSuperUser } from './support/super-user.ts'

/** Screens with a page of their own: /financeiro leads to a part of /subscription. */
const ALL = (Object.keys(SCREENS) as ScreenPath[]).filter(path => path !== '/financeiro')
const isSuper = (path: ScreenPath) => SCREENS[path].access === 'super'
/** Screens that a super user's own rights change. */
const CHANGED: readonly ScreenPath[] = [...ALL.filter(isSuper), '/', '/companys', '/helps']
const WIDE = { width: 1440, height: 900 }
const NARROW = { width: 360, height: 740 }

let company: Company
let browser: Browser

beforeAll(async () => {
  browser = await startBrowser()
  company = await openCompany('de Todas as Telas')
  const { call } = await signedIn(company.admin)
  const storeId = (await call('POST', '/stores', { name: 'Loja Centro' })).id
  const price = { stock: 2, costPrice: 8, sellingPrice: 20, promotionPrice: 15.5 }
  await addProduct(call, storeId, { name: 'Bolo de cenoura', code: '10' }, price)
  await call('POST', '/contacts', { name: 'Maria Andrade', number: '5511988880601' })
  await call('POST', '/tags', { name: 'Cliente VIP', color: '#b45309' })
  await call('POST', '/quick-messages', { shortcode: 'ola', message: 'Olá!', geral: true })
  await call('POST', '/contact-lists', { name: 'Clientes' })
  await call('POST', '/zones', { name: 'Litoral' })
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

/** Returns the screen's name in the menu, or in the account's menu. */
function nameOf(path: ScreenPath): string {
  if (path === '/security' || path === '/notifications')
    return shell.top[path === '/security' ? 'security' : 'notifications']
  return shell.nav[navItems.find(({ to }) => to === path)!.key as 'dashboard']
}

async function go(page: Page, path: ScreenPath): Promise<void> {
  // The router listens to it as to a link.
  await page.evaluate(to => window.history.pushState({}, '', to), path)
  await page.waitForFunction(title => document.title.endsWith(title), `${nameOf(path)} · Balcão`, SOON)
  await page.locator('main h1').first().waitFor(SOON)
  // Every screen has something to press once it is there.
  await page.locator('main').locator('button:visible, input:visible, a[href]:visible').first().waitFor(SOON)
  await stillness(page)
}

const headings = (page: Page) =>
  page.locator('h1').evaluateAll(all => all.filter(each => each.checkVisibility()).map(each => each.textContent))

/** Returns where the focus is: the skip link, a part of the page, or the bar under the top bar. */
const place = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    if (at?.matches('a[href="#content"]')) return 'skip link'
    return ['main', 'aside', 'header'].find(part => at?.closest(part)) ?? 'bar'
  })

/** Lets the next Tab begin at the top of the page. */
const toTop = (page: Page) =>
  page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })

/** Returns what can have the focus and is not to be seen when it has it. */
const hiddenStops = (page: Page) =>
  page.evaluate(() => {
    const stops = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, [tabindex]')]
    const faults: string[] = []
    for (const each of stops) {
      if (each.tabIndex > 0) faults.push(`${each.outerHTML.slice(0, 120)} has an order of its own`)
      if (
        each.tabIndex < 0 ||
        each.matches(':disabled, [type=file]') ||
        !each.checkVisibility({ visibilityProperty: true })
      )
        continue
      each.focus({ preventScroll: true })
      if (document.activeElement !== each) continue
      const seen = each.closest('label') ?? each
      const { width, height } = seen.getBoundingClientRect()
      if (width <= 1 || height <= 1 || !seen.checkVisibility({ opacityProperty: true }))
        faults.push(`${each.outerHTML.slice(0, 120)} has the focus unseen`)
    }
    return faults
  })

/** Goes by Tab from the top into the screen, by the skip link. */
async function skipToContent(page: Page): Promise<string[]> {
  await toTop(page)
  const places: string[] = []
  for (const key of ['Tab', 'Enter', 'Tab']) {
    await page.keyboard.press(key)
    places.push(await place(page))
  }
  return places
}

/** Checks what holds on every screen, in any look. */
async function frameFaults(page: Page, path: ScreenPath): Promise<string[]> {
  const faults = await hiddenStops(page)
  const found = await headings(page)
  if (found.length !== 1) faults.push(`headings of the first level: ${found.join(', ') || 'none'}`)
  const places = await skipToContent(page)
  if (places.join() !== 'skip link,main,main') faults.push(`Tab, Enter, Tab lead to ${places.join(', ')}`)
  return faults.map(fault => `${path}: ${fault}`)
}

/** Checks a screen in both widths and both themes, each once: the theme changes only colours. */
async function lookFaults(page: Page, path: ScreenPath): Promise<string[]> {
  const faults = await accessibilityFaults(page)
  await page.setViewportSize(NARROW)
  await setTheme(page, 'dark')
  faults.push(...(await accessibilityFaults(page)))
  const wider = await widerThanWindow(page)
  if (wider > 0) faults.push(`${wider} px wider than a phone`)
  await page.setViewportSize(WIDE)
  await setTheme(page, 'light')
  return faults.map(fault => `${path}: ${fault}`)
}

async function walk(page: Page, paths: readonly ScreenPath[], looked: readonly ScreenPath[]): Promise<string[]> {
  const faults: string[] = []
  for (const path of paths) {
    await go(page, path)
    faults.push(...(await frameFaults(page, path)))
    if (looked.includes(path)) faults.push(...(await lookFaults(page, path)))
  }
  return faults
}

/** Screens by their group of the drawer; those of no group stand together. */
const GROUPS = [...Map.groupBy(ALL, path => navItems.find(({ to }) => to === path)?.group ?? 'alone')]

describe('every screen for an admin', () => {
  let admin: Page
  beforeAll(async () => {
    admin = await enter(browser, company, company.admin)
    await admin.locator('main h1').first().waitFor(SOON)
  })

  it.for(GROUPS.filter(([group]) => group !== 'platform'))('%s', async ([, paths]) => {
    expect(await walk(admin, paths, paths)).toEqual([])
  })

  it('is walked by Tab in the order of its parts: skip link, drawer, top bar, bar, screen', async () => {
    await go(admin, '/products')
    await toTop(admin)
    const places: string[] = []
    while (places.at(-1) !== 'main' && places.length < 80) {
      await admin.keyboard.press('Tab')
      places.push(await place(admin))
    }
    expect(places.filter((each, i) => each !== places[i - 1])).toEqual(['skip link', 'aside', 'header', 'bar', 'main'])
  })
})

describe('every screen for a super user', () => {
  let operator: Page
  beforeAll(async () => {
    operator = await enter(browser, company, await makeSuperUser())
    await operator.locator('main h1').first().waitFor(SOON)
  })

  it.for(GROUPS)('%s', async ([, paths]) => {
    expect(await walk(operator, paths, CHANGED)).toEqual([])
    expect(alarms).toEqual([])
  })
})
