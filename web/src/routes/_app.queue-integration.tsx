import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsScreen } from '#/features/integrations/integrations-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/queue-integration')({
  loader: () => loadTexts('integrations', 'lists'),
  component: IntegrationsScreen,
})
