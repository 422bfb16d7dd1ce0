import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { accessibilityFaults } from './axe.ts'
import { picture } from './browser.ts'

type Theme = 'light' | 'dark'
type Look = { width: number; height: number; theme: Theme }
export const LOOKS: readonly Look[] = [
  { width: 1440, height: 900, theme: 'light' },
  { width: 1440, height: 900, theme: 'dark' },
  { width: 360, height: 740, theme: 'light' },
  { width: 360, height: 740, theme: 'dark' },
]
/** Looks of a check: each width and each theme once, since a theme changes only colours. */
export const CROSSED = LOOKS.filter(look => look.width > 1000 === (look.theme === 'light'))

/**
 * Waits until the page is still: two frames for a new layout and what it adds, then nothing busy
 * and no finite animation running.
 */
export const stillness = (page: Page) =>
  page.evaluate(async () => {
    for (;;) {
      await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
      const finite = document.getAnimations().filter(each => each.effect?.getComputedTiming().iterations !== Infinity)
      if (finite.length === 0 && !document.querySelector('[aria-busy="true"]:not(button)')) return
      await Promise.allSettled(finite.map(each => each.finished))
    }
  })

/** Shows the page in a theme, whatever its user chose, and waits until it is still. */
export async function setTheme(page: Page, theme: Theme): Promise<void> {
  await page.evaluate(value => {
    document.documentElement.dataset.theme = value
  }, theme)
  await stillness(page)
}

/** Returns by how many pixels the page is wider than the window. */
export const widerThanWindow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

/**
 * Returns the faults of the page as it stands: what axe finds, and what is wider than the window.
 */
async function faultsOf(page: Page, contrastOnly: boolean): Promise<string[]> {
  const faults = await accessibilityFaults(page, contrastOnly)
  const wider = await widerThanWindow(page)
  return wider > 0 ? [...faults, `${wider} px wider than the window`] : faults
}

/**
 * Checks the page in each look: axe finds nothing, and nothing is wider than the window. Leaves it
 * wide. Pictures, if they are wanted, are taken in all looks; a width already checked in full is
 * checked for contrast alone in the other theme. Axe takes seconds on a busy machine, and what
 * comes meanwhile is half shown: faults are looked for once more when the page is still again.
 */
export async function faultless(page: Page, name: string, looks = process.env.E2E_SCREENSHOTS ? LOOKS : CROSSED) {
  const faults: string[] = []
  const wholly = new Set<number>()
  for (const { width, height, theme } of looks) {
    await page.setViewportSize({ width, height })
    await setTheme(page, theme)
    const look = `${name} ${width} ${theme}`
    await picture(page, look.replaceAll(' ', '-'))
    let found = await faultsOf(page, wholly.has(width))
    if (found.length > 0) {
      await stillness(page)
      found = await faultsOf(page, wholly.has(width))
    }
    faults.push(...found.map(fault => `${look}: ${fault}`))
    wholly.add(width)
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  // As one text, which a report shows whole.
  expect(faults.join('\n')).toBe('')
}
