import type { Page } from 'playwright-core'
import type { Scene } from './scene.ts'

export const WIDTHS = [1440, 360] as const
export type Width = (typeof WIDTHS)[number]

/** Screen that one picture shows, or a state of one. */
export interface State {
  /** Beginning of the names of its files. */
  name: string
  who: keyof Scene['people'] | 'nobody'
  /** Widths in which the state exists; both by default. */
  widths?: readonly Width[]
  open: (page: Page, scene: Scene) => Promise<void>
}

/** Opens an address and waits for what comes late. */
export async function at(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.waitForFunction(() => document.querySelector('main')?.textContent.trim() !== '')
}

export const isPhone = (page: Page) => page.viewportSize()!.width < 700
