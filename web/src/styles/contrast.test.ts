import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const sheet = readFileSync(fileURLToPath(new URL('./app.css', import.meta.url)), 'utf8')

/** Least contrast of text with what is behind it (WCAG 2.2, 1.4.3). */
const LEAST = 4.5

/** Returns the colours of a theme by name; the sheet has the light ones first. */
const colours = (theme: 'light' | 'dark') =>
  new Map(
    [...sheet.matchAll(/^ {2}--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);$/gm)]
      .map(([, name, ...parts]) => [name!, parts.map(Number) as [number, number, number]] as const)
      .filter(([name], i, all) => (all.findIndex(other => other[0] === name) === i) === (theme === 'light')),
  )

/** Returns the relative luminance of a colour in OKLCH (CSS Color 4, §9.3). */
function luminance([lightness, chroma, hue]: [number, number, number]): number {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const rgb = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(part => Math.max(0, Math.min(1, part)))
  return 0.2126 * rgb[0]! + 0.7152 * rgb[1]! + 0.0722 * rgb[2]!
}

const contrast = (first: number, second: number): number =>
  (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05)

describe.each(['light', 'dark'] as const)('the %s theme', theme => {
  it.each([
    ['accent', 'on-accent'],
    ['accent-hover', 'on-accent'],
    ['danger', 'white'],
    ['danger-hover', 'white'],
  ])('has text that is readable on %s, also under the pointer', (behind, text) => {
    const all = colours(theme)
    const front = text === 'white' ? 1 : luminance(all.get(text)!)
    expect(contrast(luminance(all.get(behind)!), front)).toBeGreaterThanOrEqual(LEAST)
  })
})
