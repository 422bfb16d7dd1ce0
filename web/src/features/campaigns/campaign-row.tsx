import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import type { Campaign, CampaignReport } from '@balcao/shared/entities/campaign.ts'
import { mayCancelCampaign, mayRestartCampaign } from '@balcao/shared/rules/campaigns/campaign-actions.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Ban, Cable, ChartNoAxesColumn, RotateCcw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { CardFacts } from '#/components/list/card-facts.tsx'
import type { Column } from '#/components/list/column.ts'
import type { Card } from '#/components/list/list-table.tsx'
import type { RowAction } from '#/components/row-action.ts'
import { cn } from '#/lib/cn.ts'
import { formatNumber, formatWhen } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { CampaignStatusPill, lacksConnection, useStopReason } from './campaign-status.tsx'

/** Returns a campaign's status in the form of the rules. */
export const shownStatusOf = ({ status, scheduledAt }: Campaign) => ({
  status,
  scheduledAt: scheduledAt === null ? null : Date.parse(scheduledAt),
})

/** Returns the columns of the list of campaigns. */
export function useCampaignColumns(): Column<Campaign>[] {
  const { t } = useTranslation('campaigns')
  const audienceOf = useAudience()
  return [
    { id: 'name', head: t('column.name'), main: true, most: 360, text: ({ name }) => name },
    {
      id: 'status',
      head: t('column.status'),
      beside: 36,
      text: ({ status }) => t(`status.${status}`),
      cell: campaign => <Status campaign={campaign} />,
    },
    {
      id: 'when',
      head: t('column.when'),
      text: ({ scheduledAt }) => (scheduledAt ? formatWhen(scheduledAt) : t('noTime')),
      order: ({ scheduledAt }) => scheduledAt ?? '',
    },
    {
      id: 'connection',
      head: t('column.connection'),
      from: 1200,
      text: ({ whatsapp }) => whatsapp?.name ?? t('gone.connection'),
      cell: ({ whatsapp }) => (
        <span className={cn('truncate', !whatsapp && 'text-warning-ink')}>
          {whatsapp?.name ?? t('gone.connection')}
        </span>
      ),
    },
    {
      id: 'audience',
      head: t('column.audience'),
      text: campaign => audienceOf(campaign).name,
      cell: campaign => <Audience campaign={campaign} />,
    },
    {
      id: 'progress',
      head: t('column.progress'),
      end: true,
      beside: 60,
      text: () => '',
      order: null,
      cell: campaign => <Progress campaign={campaign} />,
    },
  ]
}

/** Returns a campaign as a card: the name has its own line, since a phone has no room beside it. */
export const campaignCard = (campaign: Campaign): Card => ({
  title: (
    <>
      <span title={campaign.name} className="min-w-0 flex-1 truncate">
        {campaign.name}
      </span>
      <span className="shrink-0 font-normal text-ink-2 text-sm">
        <Progress campaign={campaign} />
      </span>
    </>
  ),
  line: <Facts campaign={campaign} />,
})

function Facts({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  const { status, scheduledAt } = campaign
  const reason = useStopReason(campaign)
  return (
    <CardFacts>
      <CampaignStatusPill status={status} className="shrink-0 bg-transparent px-0 [&_svg]:hidden" />
      {status === 'PROGRAMADA' && (
        <span className="tabular truncate text-xs">{scheduledAt ? formatWhen(scheduledAt) : t('noTime')}</span>
      )}
      {reason && (
        <span title={reason} className="truncate text-warning-ink text-xs">
          {t('gone.connection')}
        </span>
      )}
      <Audience campaign={campaign} />
    </CardFacts>
  )
}

function Status({ campaign }: { campaign: Campaign }) {
  const reason = useStopReason(campaign)
  return (
    <span title={reason}>
      <CampaignStatusPill status={campaign.status} />
      {reason && <span className="sr-only">{reason}</span>}
    </span>
  )
}

interface CampaignMoves {
  cancel: (row: Campaign) => void
  restart: (row: Campaign) => void
  report: (row: Campaign) => void
}

/** Returns the actions of a campaign before edit and delete. */
export function useCampaignActions(rows: readonly Campaign[], moves: CampaignMoves): (row: Campaign) => RowAction[] {
  const { t } = useTranslation('campaigns')
  // The cells request the reports; here only those that say that a campaign is paused are followed.
  const running = rows.filter(({ status }) => status === 'EM_ANDAMENTO')
  const paused = useQueries({
    queries: running.map(({ id }) => ({ ...apiQuery(campaigns.report, { params: { id } }), enabled: false })),
    combine: reports => reports.flatMap(({ data }) => (data?.wait === 'failures' ? [data.campaign.id] : [])),
  })
  return campaign => {
    const { id, name, status } = campaign
    const mayCancel = mayCancelCampaign(status)
    const isPaused = status === 'EM_ANDAMENTO' && paused.includes(id)
    const lacks = lacksConnection(campaign)
    const goOn = {
      label: t(lacks ? 'chooseOf' : 'restartOf', { name }),
      short: t(lacks ? 'choose' : 'restart'),
      icon: lacks ? <Cable size={16} /> : <RotateCcw size={16} />,
      run: mayRestartCampaign(status) || isPaused ? () => moves.restart(campaign) : undefined,
    }
    const cancel = {
      label: t('cancelOf', { name }),
      short: t('cancel'),
      icon: <Ban size={16} />,
      run: () => moves.cancel(campaign),
    }
    return [
      { id: 'goOn', ...goOn, ...(mayCancel ? {} : { run: undefined }) },
      // One button for both moves: after pressing it, it keeps the focus.
      { id: 'move', ...(mayCancel ? cancel : goOn) },
      {
        id: 'report',
        label: t('reportOf', { name }),
        short: t('report'),
        icon: <ChartNoAxesColumn size={16} />,
        run: () => moves.report(campaign),
      },
    ]
  }
}

/**
 * Returns the figures of a campaign that has begun, requested once: a finished campaign does not
 * change, and realtime events update a running one.
 */
function useKnownReport({ id, status }: Campaign): CampaignReport | undefined {
  const begun = status !== 'INATIVA' && status !== 'PROGRAMADA'
  const { data } = useQuery({
    ...apiQuery(campaigns.report, { params: { id } }),
    enabled: begun,
    retry: false,
    ...(status === 'FINALIZADA' ? { staleTime: Number.POSITIVE_INFINITY } : {}),
  })
  return begun ? data : undefined
}

/** Returns the name of a campaign's audience, and whether it was deleted. */
function useAudience(): (campaign: Campaign) => { name: string; gone: boolean } {
  const { t } = useTranslation('campaigns')
  return ({ contactList, tagList, contactListId }) => {
    if (contactList) return { name: contactList.name, gone: false }
    if (tagList) return { name: t('tagged', { name: tagList.name }), gone: false }
    return { name: t(contactListId ? 'gone.list' : 'gone.tag'), gone: true }
  }
}

function Audience({ campaign }: { campaign: Campaign }) {
  const { name, gone } = useAudience()(campaign)
  return (
    <span title={name} className={cn('min-w-0 shrink-[999] truncate', gone && 'text-warning-ink')}>
      {name}
    </span>
  )
}

/** Shows the delivered share in per cent, or why it waits. */
function Progress({ campaign }: { campaign: Campaign }) {
  const { t } = useTranslation('campaigns')
  const report = useKnownReport(campaign)
  if (!report) return <span className="text-ink-3">–</span>
  const share = formatNumber(report.progress / 100, { style: 'percent', maximumFractionDigits: 1 })
  const { delivered, valid, wait } = report
  const waits = wait !== null && report.campaign.status === 'EM_ANDAMENTO'
  return (
    <span
      title={t('deliveredOf', { count: valid, delivered: formatNumber(delivered), valid: formatNumber(valid) })}
      className={cn('tabular truncate', waits && 'text-warning-ink')}
    >
      {waits ? t(`wait.${wait}`) : share}
    </span>
  )
}
