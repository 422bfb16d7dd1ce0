// `npm run icons`: draws the installed app's icons into public/icons, with the tests' browser.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { startBrowser } from '../e2e/support/browser.ts'

const MARK = readFileSync(new URL('../public/favicon.svg', import.meta.url), 'utf8')
/**
 * Maskable icon. Systems crop it to their own shape, so the colour reaches the edges and the
 * drawing stays within the inner four fifths.
 */
const MASKABLE = MARK.replace('rx="8"', '')
  .replace('viewBox="0 0 32 32"', 'viewBox="-5 -5 42 42"')
  .replace('<rect width="32" height="32"', '<rect x="-5" y="-5" width="42" height="42"')
const ICONS = [
  { name: 'icon-192', size: 192, drawing: MARK },
  { name: 'icon-512', size: 512, drawing: MARK },
  { name: 'maskable-512', size: 512, drawing: MASKABLE },
  { name: 'apple-touch-icon', size: 180, drawing: MASKABLE },
]

const folder = new URL('../public/icons/', import.meta.url)
mkdirSync(folder, { recursive: true })
const browser = await startBrowser()
try {
  const page = await browser.newPage()
  for (const { name, size, drawing } of ICONS) {
    await page.setViewportSize({ width: size, height: size })
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${drawing}`,
    )
    writeFileSync(new URL(`${name}.png`, folder), await page.screenshot({ omitBackground: true }))
  }
} finally {
  await browser.close()
}
