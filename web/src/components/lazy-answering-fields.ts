import { lazy } from 'react'
import { loadTexts } from '#/lib/i18n.ts'

/** The fields with their texts, for the dialogs of queues and connections. */
export const AnsweringFields = lazy(async () => {
  const [file] = await Promise.all([import('./answering-fields.tsx'), loadTexts('integrations')])
  return { default: file.AnsweringFields }
})
