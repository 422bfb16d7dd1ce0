import { createFileRoute } from '@tanstack/react-router'
import { ConnectionsScreen } from '#/features/channels/connections-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/connections')({
  loader: () => loadTexts('channels', 'lists'),
  component: ConnectionsScreen,
})
