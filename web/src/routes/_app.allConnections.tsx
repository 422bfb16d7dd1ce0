import { createFileRoute } from '@tanstack/react-router'
import { AllConnectionsScreen } from '#/features/channels/all-connections-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/allConnections')({
  loader: () => loadTexts('channels', 'lists'),
  component: AllConnectionsScreen,
})
