import type { Locator, Page } from 'playwright-core'

export type Hand = ReturnType<typeof handOf>

/** An attendant's hands on a page, which count their steps; the letters of a text are none. */
export function handOf(page: Page) {
  let steps = 0
  return {
    async press(key: string): Promise<void> {
      steps += 1
      await page.keyboard.press(key)
    },
    async click(target: Locator): Promise<void> {
      steps += 1
      await target.click()
    },
    /** Chooses an option of a native list: one step to open it, one for the option. */
    async select(target: Locator, label: string): Promise<void> {
      steps += 2
      await target.selectOption({ label })
    },
    type: (text: string): Promise<void> => page.keyboard.type(text),
    steps: (): number => steps,
  }
}

/** Task of an attendant, done as a practised one does it. */
export interface Task {
  name: string
  /** Brings the page to where the task begins; not measured. */
  begin: (page: Page, round: Round) => Promise<void>
  /** Does the task, up to what shows that it is done. */
  play: (hand: Hand, page: Page, round: Round) => Promise<void>
}

export interface Round {
  /** Number of the round, from 0. */
  number: number
  /** Ids of tickets by the name of their contact. */
  tickets: ReadonlyMap<string, string>
}
