import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { SENDER_HUES, senderColor } from './sender-color.ts'

const css = readFileSync(new URL('../../../styles/app.css', import.meta.url), 'utf8')
const [light, dark] = css.split('[data-theme="dark"] {') as [string, string]
const numbers = (text: string) => text.split(' ').map(Number) as [number, number, number]

/**
 * Converts OKLCH to linear sRGB (CSS Color 4 §10); values outside of
 * it are clipped, as browsers do.
 */
function linear([lightness, chroma, hue]: [number, number, number]): number[] {
  const [a, b] = [chroma * Math.cos((hue * Math.PI) / 180), chroma * Math.sin((hue * Math.PI) / 180)]
  const [l, m, s] = [
    (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3,
    (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3,
    (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3,
  ]
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(value => Math.min(1, Math.max(0, value)))
}
const luminance = (color: [number, number, number]) => {
  const [r, g, b] = linear(color) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: [number, number, number], b: [number, number, number]) => {
  const [lower, higher] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (higher + 0.05) / (lower + 0.05)
}

it.each([
  ['light', light],
  ['dark', dark],
])('names in a group are readable on the bubble, %s', (_, theme) => {
  const bubble = numbers(/--bubble-other: oklch\(([^)]+)\)/.exec(theme)![1]!)
  const sender = /--sender: ([\d. ]+);/.exec(theme)![1]!
  for (const hue of SENDER_HUES) expect(contrast(numbers(`${sender} ${hue}`), bubble), String(hue)).toBeGreaterThan(4.5)
})

it('is the same for one person, and differs among many', () => {
  const people = Array.from({ length: 60 }, (_, i) => ({ number: `55119888${70_000 + i * 37}`, name: `Pessoa ${i}` }))
  expect(senderColor(people[0]!)).toBe(senderColor({ ...people[0]!, name: 'Outro nome' }))
  expect(new Set(people.map(senderColor)).size).toBe(SENDER_HUES.length)
  expect(senderColor({ number: '', name: 'Ana' })).not.toBe(senderColor({ number: '', name: 'Beto' }))
})
