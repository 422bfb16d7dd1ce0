/** What leads from a menu to another: one level back, and to the main menu. */
export type Way = 'back' | 'main'

const WAYS: Readonly<Record<Way, string>> = { back: '*0* - Voltar', main: '*#* - Menu principal' }

/** A numbered menu under a heading, as text, with the ways out of it below. */
export function menuText(heading: string, choices: readonly string[], ways: readonly Way[] = []): string {
  const lines = [...choices.map((choice, i) => `*${i + 1}* - ${choice}`), ...ways.map(way => WAYS[way])]
  return [heading.trim(), lines.join('\n')].filter(Boolean).join('\n\n')
}

/**
 * What an answer to a menu says: a number (0 is the way back) or `#`, bare or decorated as people type it (`1`, ` 1. `, `*1*`,
 * `[1]`, `1️⃣`). Undefined for anything else: a sentence that happens to contain a number is no choice.
 */
export function answered(text: string): number | '#' | undefined {
  const said = /^[\s*_[(]*(\d{1,3}|#)(?:\ufe0f?\u20e3)?[\s*_\])).-]*$/u.exec(text)?.[1]
  return said === undefined || said === '#' ? said : Number(said)
}

/** Where a contact stands in the bot's menus. */
export type MenuState = {
  /**
   * `menu`: is to choose a queue. `entered`: is in a queue that was closed and has not spoken yet. `options`: is to choose an
   * option of the ticket's queue. `done`: chosen, given up or taken over by a person; the bot is silent.
   */
  phase: 'menu' | 'entered' | 'options' | 'done'
  /** When the contact came to this menu, epoch ms. */
  startedAt: number
  /** When it was shown last, epoch ms. */
  shownAt: number
  /** How many times it was repeated. */
  repeats: number
  /** Of phase `options`: the option whose menu it is, and the way there by titles; absent in the queue's first menu. */
  at?: { id: string; path: string[] }
}

/** The state of a contact whom the bot leaves alone. */
export const silenced = (menu: MenuState | null, now: number): MenuState => ({
  phase: 'done',
  startedAt: menu?.startedAt ?? now,
  shownAt: menu?.shownAt ?? now,
  repeats: menu?.repeats ?? 0,
})

type Limits = { maxUseBotQueues: number; timeUseBotQueues: number }

/**
 * What an invalid answer leads to: the menu again at most `maxUseBotQueues` times, not sooner than `timeUseBotQueues`
 * minutes after the last one (until then silence), then the end of the bot's part.
 */
export function afterInvalid(state: MenuState, limits: Limits, now: number): 'repeat' | 'wait' | 'stop' {
  if (state.repeats >= limits.maxUseBotQueues) return 'stop'
  return now - state.shownAt < limits.timeUseBotQueues * 60_000 ? 'wait' : 'repeat'
}
