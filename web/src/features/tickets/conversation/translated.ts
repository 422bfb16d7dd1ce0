import { translated } from './message-selection.ts'

/** Shows the translation of a message, or hides it again. */
export const toggleTranslation = (id: string): void =>
  translated.set(now => {
    const next = new Set(now)
    if (!next.delete(id)) next.add(id)
    return next
  })
