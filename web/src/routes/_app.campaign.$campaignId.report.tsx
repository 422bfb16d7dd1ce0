import type { RecipientState } from '@balcao/shared/entities/campaign.ts'
import { createFileRoute } from '@tanstack/react-router'
import { CampaignReportRoute } from '#/features/campaigns/report/report-screen.tsx'
import { loadTexts } from '#/lib/i18n.ts'

export const Route = createFileRoute('/_app/campaign/$campaignId/report')({
  /** The screen checks the state: this file is part of every first load. */
  validateSearch: ({ state }: Record<string, unknown>): { state?: RecipientState } =>
    typeof state === 'string' ? { state: state as RecipientState } : {},
  loader: () => loadTexts('campaignReport', 'campaigns', 'lists'),
  component: CampaignReportRoute,
})
