import type { Campaign, CampaignStatus } from '@balcao/shared/entities/campaign.ts'
import { mayRestartCampaign } from '@balcao/shared/rules/campaigns/campaign-actions.ts'
import { Ban, CircleCheck, CirclePause, Clock, Send } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Badge } from '#/components/ui/badge.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'

const LOOKS = {
  INATIVA: { tone: 'neutral', Icon: CirclePause },
  PROGRAMADA: { tone: 'info', Icon: Clock },
  EM_ANDAMENTO: { tone: 'accent', Icon: Send },
  CANCELADA: { tone: 'warning', Icon: Ban },
  FINALIZADA: { tone: 'success', Icon: CircleCheck },
} as const

/** Shows the status of a campaign in words. */
export function CampaignStatusPill({ status, className }: { status: CampaignStatus; className?: string }) {
  const { t } = useTranslation('campaigns')
  const { tone, Icon } = LOOKS[status]
  return (
    <Badge tone={tone} className={className}>
      <Icon aria-hidden size={12} className="icon shrink-0" />
      {t(`status.${status}`)}
    </Badge>
  )
}

/** Returns the reason why a campaign was stopped automatically, as a sentence. */
export function useStopReason(campaign: Pick<Campaign, 'status' | 'reason'> | null): string | undefined {
  const { t } = useTranslation('campaigns')
  const errorText = useErrorText()
  if (!campaign?.reason || campaign.status !== 'CANCELADA') return undefined
  if (campaign.reason === 'ERR_NO_WAPP_FOUND') return t('stopped', { reason: t('stoppedConnection') })
  return t('stopped', { reason: errorText(new ApiError(campaign.reason, 0)) })
}

/**
 * Returns whether a stopped campaign has lost its connection: it can only go on with another one.
 */
export const lacksConnection = ({ status, whatsapp }: Pick<Campaign, 'status' | 'whatsapp'>): boolean =>
  mayRestartCampaign(status) && whatsapp === null
