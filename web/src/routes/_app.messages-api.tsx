import { createFileRoute } from '@tanstack/react-router'
import { MessagesApiScreen } from '#/features/automation/messages-api/messages-api-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/messages-api')({
  loader: () => loadTexts('messagesApi', 'integrations', 'channels', 'media', 'lists'),
  component: MessagesApiScreen,
})
