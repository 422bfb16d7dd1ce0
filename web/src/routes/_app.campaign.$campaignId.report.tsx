import { SHIPPING_STATES, type ShippingState } from '@balcao/shared/entities/campaign.ts'
import { createFileRoute } from '@tanstack/react-router'
import { CampaignReportRoute } from '#/features/campaigns/report/report-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'
import { requireAccess } from '#/lib/require-access.ts'

export const Route = createFileRoute('/_app/campaign/$campaignId/report')({
  validateSearch: ({ state }: Record<string, unknown>): { state?: ShippingState } => {
    const known = SHIPPING_STATES.find(each => each === state)
    return known ? { state: known } : {}
  },
  beforeLoad: requireAccess('admin'),
  loader: () => loadTexts('campaignReport', 'campaigns'),
  component: CampaignReportRoute,
})
