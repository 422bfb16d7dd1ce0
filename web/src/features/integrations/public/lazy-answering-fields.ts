import { lazyPart } from '#/lib/lazy-part.ts'

/** The fields with their texts, for the dialogs of queues and connections. */
export const AnsweringFields = lazyPart(
  () => import('../answering-fields.tsx').then(file => file.AnsweringFields),
  'integrations',
)
