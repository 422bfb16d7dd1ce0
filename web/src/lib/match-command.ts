import type { Command } from './commands.ts'
import { normalizeText } from './normalize-text.ts'

type Matched = Pick<Command, 'label' | 'hint' | 'keywords'>

/**
 * Returns how well a command matches the typed text, 0 for not at all; from the best: its name
 * equals the text, begins with it, has a word that does; each typed word begins one of its name,
 * hint or keywords; the server found it; the text is in its name or hint.
 */
export function matchOf(typed: string, { label, hint = '', keywords = '' }: Matched, found = ''): number {
  const [wanted, name] = [normalizeText(typed.trim()), normalizeText(label)]
  if (wanted === name) return 1
  if (name.startsWith(wanted)) return 0.9
  if (name.includes(` ${wanted}`)) return 0.8
  const shown = `${name} ${normalizeText(hint)}`
  const words = ` ${shown} ${normalizeText(keywords)}`
  if (wanted.split(/\s+/).every(word => words.includes(` ${word}`))) return 0.7
  if (found !== '' && normalizeText(found).includes(wanted)) return 0.5
  return shown.includes(wanted) ? 0.4 : 0
}
