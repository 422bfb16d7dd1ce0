/** Way from a menu to another: one level back, or to the main menu. */
export type MenuExit = 'back' | 'main'

const EXITS: Readonly<Record<MenuExit, string>> = { back: '*0* - Voltar', main: '*#* - Menu principal' }

/** Returns a numbered menu under a heading as text, with the ways out of it below. */
export function menuText(heading: string, choices: readonly string[], exits: readonly MenuExit[] = []): string {
  const lines = [...choices.map((choice, i) => `*${i + 1}* - ${choice}`), ...exits.map(exit => EXITS[exit])]
  return [heading.trim(), lines.join('\n')].filter(Boolean).join('\n\n')
}

/**
 * Reads a number (0 is the way back) or `#` as the answer to a menu, bare or decorated as people
 * type it (`1`, ` 1. `, `*1*`, `[1]`, `1️⃣`). Returns undefined for anything else: a sentence that
 * happens to contain a number is no choice.
 */
export function answered(text: string): number | '#' | undefined {
  const choice = /^[\s*_[(]*(\d{1,3}|#)(?:\ufe0f?\u20e3)?[\s*_\])).-]*$/u.exec(text)?.[1]
  return choice === undefined || choice === '#' ? choice : Number(choice)
}

/** Position of a contact in the bot's menus. */
export type MenuState = {
  /**
   * `menu`: must choose a queue. `entered`: is in a queue that was closed and has not greeted yet.
   * `options`: must choose an option of the ticket's queue. `done`: chosen, given up or taken over
   * by a person; the bot is silent.
   */
  phase: 'menu' | 'entered' | 'options' | 'done'
  /** Time at which the contact came to this menu, epoch milliseconds. */
  startedAt: number
  /** Time at which it was last shown, epoch milliseconds. */
  shownAt: number
  /** Number of times it was repeated. */
  repeats: number
  /**
   * In phase `options`: the option whose menu it is, and the titles on the way to it; absent in the
   * queue's first menu.
   */
  at?: { id: string; path: string[] }
}

/** Returns the state of a contact whom the bot leaves alone. */
export const silenced = (menu: MenuState | null, now: number): MenuState => ({
  phase: 'done',
  startedAt: menu?.startedAt ?? now,
  shownAt: menu?.shownAt ?? now,
  repeats: menu?.repeats ?? 0,
})

type Limits = { maxUseBotQueues: number; timeUseBotQueues: number }

/**
 * Decides what follows an invalid answer: the menu again at most `maxUseBotQueues` times, not
 * sooner than `timeUseBotQueues` minutes after the last one (until then silence), then the end of
 * the bot's part.
 */
export function afterInvalid(state: MenuState, limits: Limits, now: number): 'repeat' | 'wait' | 'stop' {
  if (state.repeats >= limits.maxUseBotQueues) return 'stop'
  return now - state.shownAt < limits.timeUseBotQueues * 60_000 ? 'wait' : 'repeat'
}
