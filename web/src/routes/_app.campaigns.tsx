import { createFileRoute } from '@tanstack/react-router'
import { CampaignsScreen } from '#/features/campaigns/campaigns-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/campaigns')({
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('campaigns', 'media'),
  component: CampaignsScreen,
})
