import i18next from 'i18next'
import { errorText } from './error-text.ts'

let loaded: Promise<typeof import('sonner').toast> | undefined

/** Loads the library with the first toast, not with the first screen. A load that failed is tried again. */
function library() {
  loaded ??= import('sonner').then(({ toast }) => toast)
  loaded.catch(() => {
    loaded = undefined
  })
  return loaded
}

/** How long something may be taken back. */
export const UNDO_MS = 5000
let undos = 0

/** Toasts last 2 s; one that offers an undo 5 s. */
export const toast = {
  success(text: string) {
    void library().then(show => show.success(text))
  },
  info(text: string) {
    void library().then(show => show.info(text))
  },
  /** A failed call, in the words of the catalogue. The same failure twice shows once. */
  error(error: unknown) {
    const text = errorText(error)
    void library().then(show => show.error(text, { id: `error:${text}`, duration: 4000 }))
  },
  /** A failed call under what it means for whoever made it. */
  failed(title: string, error: unknown) {
    const description = errorText(error)
    void library().then(show => show.error(title, { description, id: `error:${title}:${description}`, duration: 6000 }))
  },
  /** What a person may not have, in words of its own. */
  refused(text: string) {
    void library().then(show => show.error(text, { id: `error:${text}`, duration: 4000 }))
  },
  /** Done already; `onUndo` takes it back. Answers the way to take the offer away before its time. */
  undo(text: string, onUndo: () => void): () => void {
    const label = i18next.t('action.undo')
    const id = `undo:${++undos}`
    void library().then(show => show(text, { id, duration: UNDO_MS, action: { label, onClick: onUndo } }))
    return () => void library().then(show => show.dismiss(id))
  },
}
