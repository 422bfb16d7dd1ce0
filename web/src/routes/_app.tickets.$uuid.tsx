import { createFileRoute } from '@tanstack/react-router'
import { ConversationScreen } from '#/features/tickets/conversation/conversation-screen.tsx'

export const Route = createFileRoute('/_app/tickets/$uuid')({
  component: ConversationScreen,
})
