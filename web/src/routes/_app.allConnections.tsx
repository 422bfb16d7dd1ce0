import { createFileRoute } from '@tanstack/react-router'
import { AllConnectionsScreen } from '#/features/channels/all-connections-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/allConnections')({
  beforeLoad: requireAccess('super'),
  loader: () => loadTexts('channels'),
  component: AllConnectionsScreen,
})
