import { createFileRoute } from '@tanstack/react-router'
import { CampaignsScreen } from '#/features/campaigns/campaigns-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/campaigns')({
  loader: () => loadTexts('campaigns', 'media', 'lists'),
  component: CampaignsScreen,
})
