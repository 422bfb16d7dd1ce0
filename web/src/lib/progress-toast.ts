let last = 0

/** Rows from which it is shown how far an action on several is: fewer are done at once. */
const SHOWN_FROM = 10

/**
 * Shows how far an action on several rows is, in one toast that stays until it is done.
 * @param textOf returns the words, given the number of rows that are done
 */
export function progressToast(count: number, textOf: (done: number) => string) {
  if (count < SHOWN_FROM) return { step: () => undefined, end: () => undefined }
  const id = `progress:${++last}`
  const library = import('sonner').then(({ toast }) => toast)
  let done = 0
  let hasEnded = false
  const show = () =>
    void library.then(toast => {
      if (!hasEnded) toast.loading(textOf(done), { id, duration: Number.POSITIVE_INFINITY })
    })
  show()
  return {
    step: () => {
      done += 1
      show()
    },
    end: () => {
      hasEnded = true
      void library.then(toast => toast.dismiss(id))
    },
  }
}
