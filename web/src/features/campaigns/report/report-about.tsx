import type { Campaign } from '@balcao/shared/entities/campaign.ts'
import { useTranslation } from 'react-i18next'
import { formatWhen } from '#/lib/format.ts'
import { useStopReason } from '../campaign-status.tsx'

/** Shows the audience of a campaign, its connection, and its time. */
export function ReportAbout({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaignReport')
  const { contactList, tagList, whatsapp, scheduledAt, completedAt, createdAt } = campaign
  const reason = useStopReason(campaign)
  const audience = contactList
    ? t('about.list', { name: contactList.name })
    : tagList
      ? t('about.tag', { name: tagList.name })
      : t('about.none')
  const facts: [label: string, value: string][] = [
    [t('about.audience'), audience],
    [t('about.connection'), whatsapp?.name ?? t('about.none')],
    scheduledAt ? [t('about.scheduled'), formatWhen(scheduledAt)] : [t('about.created'), formatWhen(createdAt)],
    ...(completedAt ? [[t('about.completed'), formatWhen(completedAt)] as [string, string]] : []),
  ]
  return (
    <>
      {reason && <p className="shrink-0 rounded-md bg-warning-soft p-3 text-warning-ink">{reason}</p>}
      <dl className="flex shrink-0 flex-wrap gap-x-6 gap-y-1 text-sm">
        {facts.map(([label, value]) => (
          <div key={label} className="flex min-w-0 gap-1.5">
            <dt className="shrink-0 text-ink-2">{label}</dt>
            <dd title={value} className="tabular min-w-0 truncate font-medium">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}
