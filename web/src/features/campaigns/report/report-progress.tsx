import type { CampaignReport } from '@balcao/shared/entities/campaign.ts'
import { Link } from '@tanstack/react-router'
import { CirclePause, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { cn } from '#/lib/cn.ts'
import { formatNumber, formatWhen } from '#/lib/format.ts'
import { AnnouncedProgress } from './announced-progress.tsx'
import { useMomentText } from './moment-text.ts'

interface ReportProgressProps {
  report: CampaignReport
  /** Lets the campaign go on although many messages failed. */
  onGoOn: () => void
}

/** Shows the progress, the estimated end, and why nothing is sent at the moment. */
export function ReportProgress({ report, onGoOn }: ReportProgressProps) {
  const { t } = useTranslation('campaignReport')
  const then = useThen(report)
  const { campaign, delivered, valid, progress, perMinute } = report
  const percent = formatNumber(progress / 100, {
    style: 'percent',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const counted = { count: valid, delivered: formatNumber(delivered), valid: formatNumber(valid) }
  const running = campaign.status === 'EM_ANDAMENTO'
  return (
    <section aria-label={t('progress')} className="shrink-0 rounded-md border border-line bg-surface p-3.5">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <span className="tabular font-semibold text-lg">{percent}</span>
        <span className="tabular text-ink-2">{t('progressOf', counted)}</span>
        <span className="tabular text-ink-2 sm:ml-auto">
          {then}
          {running && perMinute !== null && (
            <span className="text-ink-3"> · {t('perMinute', { count: perMinute, pace: formatNumber(perMinute) })}</span>
          )}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={t('progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={progress}
        aria-valuetext={`${percent}, ${t('progressOf', counted)}`}
        className="mt-2.5 h-2 overflow-hidden rounded-full bg-active"
      >
        <div
          className={cn('h-full rounded-full transition-[width]', running ? 'bg-accent' : 'bg-control')}
          style={{ width: `${Math.min(100, progress)}%` }}
        />
      </div>
      {running && !report.planned && (
        <p className="mt-2 text-ink-2 text-sm">{t('planning', { total: formatNumber(report.total) })}</p>
      )}
      {running && report.wait && <Wait report={report} onGoOn={onGoOn} />}
      <AnnouncedProgress text={t('progressSpoken', { percent, ...counted, then })} />
    </section>
  )
}

/** Returns when it ends, or how it ended. */
function useThen({ campaign, estimatedEnd, planned, counts }: CampaignReport): string {
  const { t } = useTranslation('campaignReport')
  const momentText = useMomentText()
  switch (campaign.status) {
    case 'CANCELADA':
      return t('paused')
    case 'FINALIZADA':
      return campaign.completedAt ? t('finished', { when: formatWhen(campaign.completedAt) }) : ''
    case 'PROGRAMADA':
      return campaign.scheduledAt ? t('begins', { when: momentText(campaign.scheduledAt) }) : ''
    default:
      if (!estimatedEnd) {
        const awaited = planned && counts.waiting + counts.confirmed === 0 ? counts.confirmationAsked : 0
        return awaited > 0 ? t('awaiting', { count: awaited, shown: formatNumber(awaited) }) : ''
      }
      return Date.parse(estimatedEnd) <= Date.now()
        ? t('endsSoon')
        : t('ends', { when: momentText(estimatedEnd, { about: true }) })
  }
}

/** Shows why it waits, until when, and what to do about it. */
function Wait({ report, onGoOn }: ReportProgressProps) {
  const { t } = useTranslation('campaignReport')
  const momentText = useMomentText()
  const { wait, waitUntil, campaign } = report
  const when = waitUntil && momentText(waitUntil)
  const text = (): string => {
    switch (wait) {
      case 'connection':
        return campaign.whatsapp ? t('wait.connection', { name: campaign.whatsapp.name }) : t('wait.connectionGone')
      case 'hours':
        return when ? t('wait.hours', { when }) : t('wait.hoursUnknown')
      case 'dailyLimit':
        return when ? t('wait.dailyLimit', { when }) : t('wait.dailyLimitUnknown')
      case 'failures':
        return t('wait.failures')
      case 'plan':
        return t('wait.plan')
      default:
        return ''
    }
  }
  const failing = wait === 'failures'
  const Icon = failing || wait === 'connection' ? TriangleAlert : CirclePause
  return (
    <div
      role="status"
      className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warning-soft px-3 py-2 text-warning-ink"
    >
      <Icon aria-hidden size={16} className="icon shrink-0" />
      <p className="min-w-0 flex-1 basis-60">{text()}</p>
      {failing && (
        <Button size="sm" onClick={onGoOn}>
          {t('goOn')}
        </Button>
      )}
      {wait === 'connection' && <Way to="/connections">{t('wait.connections')}</Way>}
      {(wait === 'hours' || wait === 'dailyLimit') && <Way to="/campaigns-config">{t('wait.settings')}</Way>}
    </div>
  )
}

function Way({ to, children }: { to: '/connections' | '/campaigns-config'; children: ReactNode }) {
  return (
    <Link to={to} className="rounded-sm font-medium underline underline-offset-2">
      {children}
    </Link>
  )
}
