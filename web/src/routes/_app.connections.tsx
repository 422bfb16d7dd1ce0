import { createFileRoute } from '@tanstack/react-router'
import { ConnectionsScreen } from '#/features/channels/connections-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/connections')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('channels'),
  component: ConnectionsScreen,
})
