import type { Message } from '@balcao/shared/entities/message.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useMayAccess } from '#/lib/permissions.ts'

/**
 * Shows above a campaign's message which campaign sent it; for who may see campaigns it leads to
 * its report. Messages older than the name say only that it was a campaign.
 */
export function CampaignAuthor({ campaign }: Pick<Message, 'campaign'>) {
  const { t } = useTranslation('tickets')
  const maySee = useMayAccess('admin')
  if (!campaign) return t('origin.campaign')
  return (
    <>
      {t('origin.campaign')} ·{' '}
      {maySee ? (
        <Link
          to="/campaign/$campaignId/report"
          params={{ campaignId: campaign.id }}
          className="underline-offset-2 hover:underline"
        >
          <bdi>{campaign.name}</bdi>
        </Link>
      ) : (
        <bdi>{campaign.name}</bdi>
      )}
    </>
  )
}
