import i18next from 'i18next'
import { errorText } from './error-text.ts'

/** Loads the library with the first toast, not with the first screen. */
const library = () => import('sonner').then(({ toast }) => toast)

/** Time in which an action can be undone, ms. */
export const UNDO_MS = 5000
let undos = 0

/** Shows toasts: for 2 s; one that offers an undo, for 5 s. */
export const toast = {
  success(text: string) {
    void library().then(show => show.success(text))
  },
  info(text: string) {
    void library().then(show => show.info(text))
  },
  /** Shows a failed call in the words of the catalogue. The same failure twice shows once. */
  error(error: unknown) {
    const text = errorText(error)
    void library().then(show => show.error(text, { id: `error:${text}`, duration: 4000 }))
  },
  /** Shows a failed call under a title that says what it means for the person. */
  failed(title: string, error: unknown) {
    const description = errorText(error)
    void library().then(show => show.error(title, { description, id: `error:${title}:${description}`, duration: 6000 }))
  },
  /** Shows a refusal in its own words. */
  refused(text: string) {
    void library().then(show => show.error(text, { id: `error:${text}`, duration: 4000 }))
  },
  /**
   * Shows an action that is already done; `onUndo` takes it back. Returns the function that
   * withdraws the offer early.
   */
  undo(text: string, onUndo: () => void): () => void {
    const label = i18next.t('action.undo')
    const id = `undo:${++undos}`
    void library().then(show => show(text, { id, duration: UNDO_MS, action: { label, onClick: onUndo } }))
    return () => void library().then(show => show.dismiss(id))
  },
}
