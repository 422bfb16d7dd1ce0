import type { ReactNode } from 'react'
import { createStore } from '#/lib/store.ts'

interface Question {
  /** Names the thing: "Excluir o contato Maria Andrade?" */
  title: string
  /** What else goes with it. */
  description?: ReactNode
  /** A verb: "Excluir". */
  confirmLabel: string
  cancelLabel?: string
  tone?: 'danger' | 'neutral'
}

/** The open question; confirm-host.tsx shows it. */
export const asked = createStore<(Question & { answer: (yes: boolean) => void }) | null>(null)

/** Asks once before something that cannot be undone. Resolves true when confirmed, false when left in any way. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false)
  return new Promise(resolve => {
    asked.set({
      ...question,
      answer: yes => {
        asked.set(null)
        resolve(yes)
      },
    })
  })
}
