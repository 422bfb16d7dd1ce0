import { createFileRoute } from '@tanstack/react-router'
import { CampaignSettingsScreen } from '#/features/campaigns/campaign-settings-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/campaigns-config')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('campaigns'),
  component: CampaignSettingsScreen,
})
