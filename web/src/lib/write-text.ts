import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

/**
 * Writes into a text field and places the caret before the next key can arrive: a key that came
 * first would be written at the end, or moved behind the caret. The field gets the focus once the
 * menu or list that was used has closed.
 */
export function writeText(
  field: RefObject<HTMLInputElement | HTMLTextAreaElement | null>,
  caret: number,
  write: () => void,
): void {
  flushSync(write)
  field.current?.setSelectionRange(caret, caret)
  requestAnimationFrame(() => field.current?.focus())
}
