import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { roundedTime } from '@balcao/shared/rules/rounded-time.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#/lib/error-text.ts'
import { formatNumber, formatWhen } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'

interface CampaignForecastProps {
  whatsappId: string
  contactListId: string | null
  tagListId: string | null
  confirmation: boolean
  /** Chosen start, epoch ms; null without one. */
  startsAt: number | null
}

/**
 * Shows to how many people a campaign of texts goes, how long that takes with the sending settings,
 * and when it ends. The server counts, since it knows who opted out or has no WhatsApp.
 */
export function CampaignForecast({ whatsappId, startsAt, confirmation, ...audience }: CampaignForecastProps) {
  const { t } = useTranslation('campaigns')
  const errorText = useErrorText()
  const { contactListId, tagListId } = audience
  const { data, error, isPlaceholderData, dataUpdatedAt } = useQuery({
    ...apiQuery(campaigns.estimate, {
      query: {
        whatsappId,
        ...(contactListId ? { contactListId } : { tagListId: tagListId ?? '' }),
        ...(startsAt === null ? {} : { startsAt: new Date(startsAt).toISOString() }),
        ...(confirmation ? { confirmation: 'true' as const } : {}),
      },
    }),
    enabled: contactListId !== null || tagListId !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  if (error && !data) return <p className="text-warning-ink">{errorText(error)}</p>
  if (!data) return null
  const { recipients, isSampled, end } = data
  const from = Math.max(startsAt ?? 0, dataUpdatedAt)
  const { unit, count } = roundedTime(end === null ? 0 : Date.parse(end) - from)
  const facts = [
    t(isSampled ? 'forecast.about' : 'forecast.recipients', { count: recipients, shown: formatNumber(recipients) }),
    ...(end === null ? [t('forecast.endless')] : [t(`forecast.${unit}`, { count })]),
    ...(end === null || startsAt === null ? [] : [t('forecast.ends', { when: formatWhen(end) })]),
  ]
  return (
    <p aria-live="polite" title={t('forecast.hint')} className={isPlaceholderData ? 'tabular opacity-60' : 'tabular'}>
      {facts.join(' · ')}
    </p>
  )
}
