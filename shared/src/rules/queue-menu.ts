type Choice = { name: string }

/** The numbered menu under a greeting, as text. */
export function menuText(greeting: string, choices: readonly Choice[]): string {
  const lines = choices.map(({ name }, i) => `*${i + 1}* - ${name}`)
  return [greeting.trim(), lines.join('\n')].filter(Boolean).join('\n\n')
}

/**
 * The choice an answer names: its number, bare or decorated as people type it (`1`, ` 1. `, `*1*`, `[1]`, `1️⃣`). Undefined
 * for anything else: a sentence that happens to contain a number is no choice.
 */
export function chosen<T extends Choice>(answer: string, choices: readonly T[]): T | undefined {
  const number = /^[\s*_[(]*(\d{1,3})(?:\ufe0f?\u20e3)?[\s*_\])).-]*$/u.exec(answer)?.[1]
  return number === undefined ? undefined : choices[Number(number) - 1]
}

/** Where a contact stands in the menu. `done`: chosen, given up or taken over by a person; the bot is silent. */
export type MenuState = {
  phase: 'menu' | 'done'
  /** When the first menu was sent, epoch ms. */
  startedAt: number
  /** When the last menu was sent, epoch ms. */
  shownAt: number
  /** How many times it was repeated. */
  repeats: number
}

type Limits = { maxUseBotQueues: number; timeUseBotQueues: number }

/**
 * What an invalid answer leads to: the menu again at most `maxUseBotQueues` times, not sooner than `timeUseBotQueues`
 * minutes after the last one (until then silence), then the end of the bot's part.
 */
export function afterInvalid(state: MenuState, limits: Limits, now: number): 'repeat' | 'wait' | 'stop' {
  if (state.repeats >= limits.maxUseBotQueues) return 'stop'
  return now - state.shownAt < limits.timeUseBotQueues * 60_000 ? 'wait' : 'repeat'
}
