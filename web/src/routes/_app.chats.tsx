import { createFileRoute } from '@tanstack/react-router'
import { ChatsScreen } from '#/features/chats/chats-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/chats')({
  loader: () => loadTexts('chats'),
  component: ChatsScreen,
})
