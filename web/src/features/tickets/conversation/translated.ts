import { session } from '#/lib/session.ts'
import { translated } from './message-selection.ts'

// Another person on the same machine did not ask for them.
session.subscribe(() => {
  if (session.get().state === 'out') translated.set(new Set())
})

/** Shows the translation of a message, or hides it again. */
export const toggleTranslation = (id: string): void =>
  translated.set(now => {
    const next = new Set(now)
    if (!next.delete(id)) next.add(id)
    return next
  })
