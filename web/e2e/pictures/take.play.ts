import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { person, startBrowser } from '../support/browser.ts'
import { setTheme } from '../support/faultless.ts'
import { enter, leaveAll } from '../support/serve.ts'
import { fill } from './fill.ts'
import { tableOf } from './points.ts'
import type { Scene } from './scene.ts'
import { type State, WIDTHS, type Width } from './state.ts'
import { frame } from './states-frame.ts'
import { management } from './states-management.ts'
import { screens } from './states-screens.ts'
import { selling } from './states-selling.ts'
import { service } from './states-service.ts'

// Takes a picture of every screen, and of the states of the interface that points.ts names, light
// and dark, wide and on a phone.

const out = process.env.PICTURES_OUT ?? ''
/** Parts of the names of the pictures that are wanted; an empty one is in all. */
const only = (process.env.PICTURES_ONLY ?? '').split(',')
const HEIGHTS: Record<Width, number> = { 1440: 900, 360: 740 }
const PATIENCE_MS = 20_000

let browser: Browser
let scene: Scene
/** Page of each person in the width that is pictured now: a user has one session. */
const pages = new Map<string, Page>()

beforeAll(async () => {
  mkdirSync(out, { recursive: true })
  browser = await startBrowser()
  scene = await fill()
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
  process.stdout.write(`\n${tableOf(readdirSync(out))}\n`)
})

async function pageOf(who: State['who'], width: Width): Promise<Page> {
  const look = { width, height: HEIGHTS[width], touch: width < 700 }
  let page = pages.get(who)
  if (!page) {
    page =
      who === 'nobody'
        ? await (await person(browser, scene.url, look)).newPage()
        : await enter(browser, scene, scene.people[who], look)
    page.setDefaultTimeout(PATIENCE_MS)
    pages.set(who, page)
  }
  return page
}

async function take(state: State, width: Width): Promise<void> {
  const page = await pageOf(state.who, width)
  await state.open(page, scene)
  await page.waitForFunction(() => !document.querySelector('main .animate-pulse'))
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('[role="dialog"]')]
      .filter(each => each.getBoundingClientRect().right > window.innerWidth + 1)
      .map(each => each.textContent.slice(0, 60)),
  )
  if (cut.length > 0) throw new Error(`wider than the window: ${cut.join(', ')}`)
  // A tooltip would cover what is pictured.
  await page.mouse.move(width / 2, 2)
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    await page.screenshot({ path: join(out, `${state.name}-${width}-${theme}.png`) })
  }
  await setTheme(page, 'light')
}

describe.each(WIDTHS)('%i', width => {
  const states = [...frame, ...service, ...selling, ...management, ...screens].filter(
    ({ name, widths = WIDTHS }) => only.some(part => name.includes(part)) && widths.includes(width),
  )
  it.for(states)(`$name ${width}`, state => take(state, width))

  afterAll(async () => {
    await leaveAll()
    for (const page of pages.values()) await page.context().close()
    pages.clear()
  })
})
