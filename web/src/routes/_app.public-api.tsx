import { createFileRoute } from '@tanstack/react-router'
import { PublicApiScreen } from '#/features/automation/public-api/public-api-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/public-api')({
  loader: () => loadTexts('publicApi', 'integrations', 'lists'),
  component: PublicApiScreen,
})
