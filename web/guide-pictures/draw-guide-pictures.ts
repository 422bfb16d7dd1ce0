// `npm run guide-pictures -- --from DIR [--only GUIDE]`: cuts the pictures of the guides out of the
// screens that `npm run pictures -- --out DIR` took, and writes them to docs/user/pictures as WebP.
// Their names end in their size, by which *Ajuda* reserves their room.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startBrowser } from '../e2e/support/browser.ts'
import { CUTS, MAX_BYTES } from './cuts.ts'

const { values } = parseArgs({ options: { from: { type: 'string' }, only: { type: 'string' } } })
if (!values.from) {
  console.error('Usage: npm run guide-pictures -- --from DIR [--only GUIDE]')
  process.exit(1)
}
const folder = new URL('../../docs/user/pictures/', import.meta.url)
mkdirSync(folder, { recursive: true })
const browser = await startBrowser()
try {
  const page = await browser.newPage()
  for (const [guide, { screen, ...cut }] of Object.entries(CUTS)) {
    if (values.only && guide !== values.only) continue
    const png = readFileSync(join(values.from, `${screen}-1440-light.png`)).toString('base64')
    const bytes = Buffer.from(await page.evaluate(cutOut, { png, ...cut, maxBytes: MAX_BYTES }), 'base64')
    const name = `${guide}-${cut.width}x${cut.height}.webp`
    writeFileSync(new URL(name, folder), bytes)
    console.log(`${name}: ${Math.round(bytes.length / 1000)} kB`)
  }
} finally {
  await browser.close()
}

type Cut = { png: string; left: number; top: number; width: number; height: number; maxBytes: number }

/**
 * Returns a part of a picture as WebP in base64, in the best quality that fits. Runs in the page.
 */
async function cutOut({ png, left, top, width, height, maxBytes }: Cut): Promise<string> {
  const image = new Image()
  image.src = `data:image/png;base64,${png}`
  await image.decode()
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')!.drawImage(image, -left, -top)
  for (let quality = 0.9; quality > 0.1; quality -= 0.1) {
    const base64 = canvas.toDataURL('image/webp', quality).replace(/^.*,/, '')
    if ((base64.length * 3) / 4 <= maxBytes) return base64
  }
  throw new Error('the picture does not become small enough')
}
