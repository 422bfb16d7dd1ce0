import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import type { Campaign, CampaignReport } from '@balcao/shared/entities/campaign.ts'
import {
  mayCancelCampaign,
  mayChangeConnection,
  mayDeleteCampaign,
  mayRestartCampaign,
} from '@balcao/shared/rules/campaigns/campaign-actions.ts'
import { useQuery } from '@tanstack/react-query'
import { Ban, Cable, ChartNoAxesColumn, Pencil, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ColumnHeads } from '#/components/column-heads.tsx'
import { ListRow, RowActions, RowOpener } from '#/components/list-row.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { cn } from '#/lib/cn.ts'
import { formatNumber, formatWhen } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { CampaignStatusPill, lacksConnection, useStopReason } from './campaign-status.tsx'

/** Widths of the columns, for heading and rows. */
const COLUMNS = {
  name: 'min-w-0 flex-1',
  status: 'w-32 shrink-0',
  when: 'tabular w-32 shrink-0',
  connection: 'w-28 shrink-0 max-xl:hidden',
  audience: 'min-w-36 flex-[0.6]',
  progress: 'w-28 shrink-0 text-right',
}

/** Shows the heads of the columns. */
export function CampaignHeads() {
  const { t } = useTranslation('campaigns')
  const names = ['name', 'status', 'when', 'connection', 'audience', 'progress'] as const
  return (
    <ColumnHeads columns={names.map(name => ({ label: t(`column.${name}`), className: COLUMNS[name] }))} actions={4} />
  )
}

export interface CampaignActions {
  edit: (row: Campaign) => void
  cancel: (row: Campaign) => void
  restart: (row: Campaign) => void
  report: (row: Campaign) => void
  remove: (row: Campaign) => void
}

interface CampaignRowProps {
  campaign: Campaign
  oneLine: boolean
  active: boolean
  actions: CampaignActions
}

/** Returns a campaign's status in the form of the rules. */
export const shownStatusOf = ({ status, scheduledAt }: Campaign) => ({
  status,
  scheduledAt: scheduledAt === null ? null : Date.parse(scheduledAt),
})

export function CampaignRow({ campaign, oneLine, active, actions }: CampaignRowProps) {
  const { t } = useTranslation(['campaigns', 'common'])
  const report = useKnownReport(campaign)
  const { name, status } = campaign
  const isPaused = status === 'EM_ANDAMENTO' && report?.wait === 'failures'
  const may = {
    edit: mayChangeConnection(status),
    cancel: mayCancelCampaign(status),
    restart: mayRestartCampaign(status) || isPaused,
    remove: mayDeleteCampaign(status),
  }
  const audience = useAudience(campaign)
  const when = campaign.scheduledAt ? formatWhen(campaign.scheduledAt) : t('noTime')
  const connection = campaign.whatsapp?.name
  const icon = (label: string, shown: ReactNode, onClick: () => void) => (
    <IconButton label={label} icon={shown} size="sm" onClick={onClick} />
  )
  const goOn =
    may.restart &&
    (lacksConnection(campaign)
      ? icon(t('chooseOf', { name }), <Cable size={16} />, () => actions.restart(campaign))
      : icon(t('restartOf', { name }), <RotateCcw size={16} />, () => actions.restart(campaign)))
  const reason = useStopReason(campaign)
  return (
    <ListRow active={active}>
      <RowOpener oneLine={oneLine} onOpen={() => actions.edit(campaign)}>
        {oneLine ? (
          <>
            <span title={name} className={cn('truncate font-medium', COLUMNS.name)}>
              {name}
            </span>
            <span title={reason} className={COLUMNS.status}>
              <CampaignStatusPill status={status} />
              {reason && <span className="sr-only">{reason}</span>}
            </span>
            <span className={cn(COLUMNS.when, !campaign.scheduledAt && 'text-ink-2')}>{when}</span>
            <span title={connection} className={cn('truncate', COLUMNS.connection, !connection && 'text-warning-ink')}>
              {connection ?? t('gone.connection')}
            </span>
            <span
              title={audience.name}
              className={cn('truncate', COLUMNS.audience, audience.gone && 'text-warning-ink')}
            >
              {audience.name}
            </span>
            <Progress report={report} className={COLUMNS.progress} />
          </>
        ) : (
          <>
            {/* The name has its own line: beside the status a phone would show nine letters of
                it. */}
            <span className="flex w-full min-w-0 items-center gap-2">
              <span title={name} className="min-w-0 flex-1 truncate font-medium">
                {name}
              </span>
              <Progress report={report} className="shrink-0 text-ink-2 text-sm" />
            </span>
            <span className="mt-0.5 flex w-full min-w-0 items-center gap-1.5 text-ink-2 text-sm">
              <CampaignStatusPill status={status} className="shrink-0 bg-transparent px-0 [&_svg]:hidden" />
              {status === 'PROGRAMADA' && <span className="tabular truncate text-xs">{when}</span>}
              {reason && (
                <span title={reason} className="truncate text-warning-ink text-xs">
                  {t('gone.connection')}
                </span>
              )}
              <span
                title={audience.name}
                className={cn('min-w-0 shrink-[999] truncate', audience.gone && 'text-warning-ink')}
              >
                {audience.name}
              </span>
            </span>
          </>
        )}
      </RowOpener>
      <RowActions
        name={name}
        onDelete={may.remove ? () => actions.remove(campaign) : undefined}
        className={oneLine ? 'w-[calc(4*var(--control-h-sm))] justify-end' : undefined}
      >
        {/* On a phone a tap on the row does the same. */}
        {oneLine &&
          may.edit &&
          icon(`${t('common:action.edit')} ${name}`, <Pencil size={16} />, () => actions.edit(campaign))}
        {/* One button for both actions: after pressing it, it keeps the focus. */}
        {may.cancel ? icon(t('cancelOf', { name }), <Ban size={16} />, () => actions.cancel(campaign)) : goOn}
        {may.cancel && goOn}
        {icon(t('reportOf', { name }), <ChartNoAxesColumn size={16} />, () => actions.report(campaign))}
      </RowActions>
    </ListRow>
  )
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

/** Returns the name of the audience, and whether it was deleted. */
function useAudience({ contactList, tagList, contactListId }: Campaign): { name: string; gone: boolean } {
  const { t } = useTranslation('campaigns')
  if (contactList) return { name: contactList.name, gone: false }
  if (tagList) return { name: t('tagged', { name: tagList.name }), gone: false }
  return { name: t(contactListId ? 'gone.list' : 'gone.tag'), gone: true }
}

/** Shows the delivered share in per cent, or why it waits. */
function Progress({ report, className }: { report: CampaignReport | undefined; className: string }) {
  const { t } = useTranslation('campaigns')
  if (!report) return <span className={className} />
  const share = formatNumber(report.progress / 100, { style: 'percent', maximumFractionDigits: 1 })
  const { delivered, valid, wait } = report
  const waits = wait !== null && report.campaign.status === 'EM_ANDAMENTO'
  return (
    <span
      title={t('deliveredOf', { count: valid, delivered: formatNumber(delivered), valid: formatNumber(valid) })}
      className={cn('tabular truncate', waits && 'text-warning-ink', className)}
    >
      {waits ? t(`wait.${wait}`) : share}
    </span>
  )
}
