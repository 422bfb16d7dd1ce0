import { createFileRoute } from '@tanstack/react-router'
import { QuickMessagesScreen } from '#/features/content/quick-messages-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/quick-messages')({
  loader: () => loadTexts('quickMessages', 'media', 'lists'),
  component: QuickMessagesScreen,
})
