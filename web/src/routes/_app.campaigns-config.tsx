import { createFileRoute } from '@tanstack/react-router'
import { CampaignSettingsScreen } from '#/features/campaigns/campaign-settings-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/campaigns-config')({
  loader: () => loadTexts('campaigns'),
  component: CampaignSettingsScreen,
})
