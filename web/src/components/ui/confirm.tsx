import type { ReactNode } from 'react'
import { createStore } from '#/lib/store.ts'

interface Question {
  /** Question that names the thing: "Excluir o contato Maria Andrade?" */
  title: string
  /** Description of the other things that are deleted with it. */
  description?: ReactNode
  /** Label of the button, a verb: "Excluir". */
  confirmLabel: string
  cancelLabel?: string
  tone?: 'danger' | 'neutral'
}

/** One of several answers. */
export interface Choice {
  value: string
  label: string
  variant: 'primary' | 'danger' | 'ghost' | 'secondary'
}

type Asked = Omit<Question, 'confirmLabel'> & { choices: readonly Choice[]; answer: (value: string | null) => void }

/** The open question; confirm-host.tsx shows it. */
export const asked = createStore<Asked | null>(null)

/**
 * Asks with several answers, the primary one last. Resolves with null when it is closed in any
 * other way.
 */
export function choose(question: Omit<Asked, 'answer'>): Promise<string | null> {
  asked.get()?.answer(null)
  return new Promise(resolve => {
    asked.set({
      ...question,
      answer: value => {
        asked.set(null)
        resolve(value)
      },
    })
  })
}

/**
 * Asks once before something that cannot be undone. Resolves with true when confirmed, false when
 * closed in any other way.
 */
export async function confirm({ confirmLabel, tone, ...question }: Question): Promise<boolean> {
  const variant = tone === 'neutral' ? 'primary' : 'danger'
  return (await choose({ ...question, choices: [{ value: 'yes', label: confirmLabel, variant }] })) === 'yes'
}
