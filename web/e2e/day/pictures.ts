import type { Page } from 'playwright-core'
import { faultless, setTheme } from '../support/faultless.ts'

export const WIDE = { width: 1440, height: 900, theme: 'light' } as const
export const DARK = { width: 1440, height: 900, theme: 'dark' } as const
export const NARROW = { width: 360, height: 740, theme: 'light' } as const

/** Faults of a screen at a station: the day goes on, and the count reports them. */
export const seenFaults: string[] = []
let taken = 0

/**
 * Takes a station's pictures, and checks each with axe and for sideways overflow. Leaves the page
 * light and wide.
 */
export async function station(page: Page, name: string, looks: NonNullable<Parameters<typeof faultless>[2]>) {
  taken += 1
  // Moves the pointer away, since a tooltip would cover what is pictured.
  await page.mouse.move(700, 2)
  await faultless(page, `day-${String(taken).padStart(2, '0')}-${name}`, looks).catch(error =>
    seenFaults.push(`${name}: ${error instanceof Error ? error.message.slice(0, 1500) : error}`),
  )
  await setTheme(page, 'light')
}
