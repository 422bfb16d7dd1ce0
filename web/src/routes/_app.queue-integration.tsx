import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsScreen } from '#/features/integrations/integrations-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/queue-integration')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('integrations'),
  component: IntegrationsScreen,
})
