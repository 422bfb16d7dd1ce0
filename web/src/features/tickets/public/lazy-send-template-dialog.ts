import { lazyPart } from '#/lib/lazy-part.ts'

/** The dialog that sends a template, with its texts, for screens that rarely open it. */
export const LazySendTemplateDialog = lazyPart(
  () => import('../templates/send-template-dialog.tsx').then(file => file.SendTemplateDialog),
  'templates',
  'media',
)
