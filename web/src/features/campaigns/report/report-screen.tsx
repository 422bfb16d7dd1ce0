import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { type CampaignReport, RECIPIENT_STATES, type RecipientState } from '@balcao/shared/entities/campaign.ts'
import { mayCancelCampaign, mayRestartCampaign } from '@balcao/shared/rules/campaigns/campaign-actions.ts'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, Ban, Cable, CalendarClock, Megaphone, RotateCcw } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { EmptyState } from '#/components/ui/empty-state.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Screen, ScreenHeader } from '#/components/ui/screen-header.tsx'
import { Skeleton } from '#/components/ui/skeleton.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { apiQuery, queryClient } from '#/lib/queries.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'
import { laterReport, refetchRecipients } from '#/realtime/campaign-report.ts'
import { CampaignStatusPill, lacksConnection } from '../campaign-status.tsx'
import { ChoosingConnection } from '../choosing-connection.tsx'
import { useCampaignMoves } from '../use-campaign-moves.ts'
import { ExportButton } from './export-button.tsx'
import { useMomentText } from './moment-text.ts'
import { ReportAbout } from './report-about.tsx'
import { ReportContacts } from './report-contacts.tsx'
import { ReportFigures } from './report-figures.tsx'
import { ReportProgress } from './report-progress.tsx'

const ReportCost = lazyPart(() => import('./report-cost.tsx').then(file => file.ReportCost), 'costs')

const route = getRouteApi('/_app/campaign/$campaignId/report')

/** Shows the report of the campaign, and the state, in the address. */
export function CampaignReportRoute() {
  const { campaignId } = route.useParams()
  const { state: asked } = route.useSearch()
  const state = RECIPIENT_STATES.find(each => each === asked)
  const navigate = useNavigate()
  return (
    <CampaignReportScreen
      key={campaignId}
      campaignId={campaignId}
      state={state}
      onState={next =>
        void navigate({
          to: '/campaign/$campaignId/report',
          params: { campaignId },
          search: next ? { state: next } : {},
          replace: true,
        })
      }
    />
  )
}

interface ReportScreenProps {
  campaignId: string
  /** State of the listed recipients; undefined: all. */
  state: RecipientState | undefined
  onState: (state: RecipientState | undefined) => void
}

/** Shows the live report of a campaign. */
export function CampaignReportScreen({ campaignId, state, onState }: ReportScreenProps) {
  const { t } = useTranslation('campaignReport')
  const query = useQuery({
    ...apiQuery(campaigns.report, { params: { id: campaignId } }),
    structuralSharing: laterReport,
  })
  const { data: report, error } = query
  useFinish(report)
  if (error instanceof ApiError && error.status === 404)
    return (
      <Frame title={t('title')}>
        <EmptyState icon={<Megaphone size={20} />} title={t('gone')} action={<ToCampaigns />}>
          {t('goneHint')}
        </EmptyState>
      </Frame>
    )
  if (!report)
    return (
      <Frame title={t('title')}>
        {error ? (
          <ErrorState error={error} onRetry={() => void query.refetch()} retrying={query.isFetching} />
        ) : (
          <Waiting />
        )}
      </Frame>
    )
  const { campaign } = report
  const hasBegun = campaign.status !== 'INATIVA' && campaign.status !== 'PROGRAMADA'
  return (
    <Frame
      title={campaign.name}
      meta={<CampaignStatusPill status={campaign.status} />}
      action={hasBegun && <Actions report={report} state={state} />}
    >
      {error && <ErrorState compact error={error} onRetry={() => void query.refetch()} retrying={query.isFetching} />}
      {hasBegun ? <Begun report={report} state={state} onState={onState} /> : <NotBegun report={report} />}
    </Frame>
  )
}

function Frame({
  title,
  meta,
  action,
  children,
}: {
  title: string
  meta?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  const { t } = useTranslation('campaignReport')
  // On a phone the name needs the line.
  const wide = useMediaQuery('(min-width: 600px)')
  return (
    <Screen
      header={
        <>
          <div className="mb-1 flex items-center justify-between gap-3">
            <Link
              to="/campaigns"
              className="inline-flex items-center gap-1 rounded-sm text-ink-2 text-sm hover:text-ink touch:min-h-control"
            >
              <ArrowLeft aria-hidden size={14} className="icon" />
              {t('back')}
            </Link>
            {!wide && meta}
          </div>
          <ScreenHeader title={title} meta={wide ? meta : undefined} action={action} />
        </>
      }
    >
      {children}
    </Screen>
  )
}

const ToCampaigns = () => {
  const { t } = useTranslation('campaignReport')
  return (
    <Button asChild>
      <Link to="/campaigns">{t('toCampaigns')}</Link>
    </Button>
  )
}

/** Shows the actions of a campaign: the same as in the list. */
function Actions({ report, state }: { report: CampaignReport; state: RecipientState | undefined }) {
  const { t } = useTranslation(['campaigns', 'campaignReport'])
  const wide = useMediaQuery('(min-width: 600px)')
  const moves = useCampaignMoves()
  const { cancel, restart } = moves
  const { campaign } = report
  const lost = lacksConnection(campaign)
  return (
    <>
      <ExportButton campaignId={campaign.id} state={state} />
      {/* One button for both actions: after pressing it, it keeps the focus. */}
      {mayCancelCampaign(campaign.status) ? (
        <Button
          icon={<Ban size={16} />}
          aria-label={t('cancelOf', { name: campaign.name })}
          onClick={() => cancel(campaign)}
        >
          {wide && t('campaignReport:cancel')}
        </Button>
      ) : (
        mayRestartCampaign(campaign.status) && (
          <Button
            variant="primary"
            icon={lost ? <Cable size={16} /> : <RotateCcw size={16} />}
            aria-label={t(lost ? 'chooseOf' : 'restartOf', { name: campaign.name })}
            onClick={() => void restart(campaign)}
          >
            {wide && t(lost ? 'choose' : 'restart')}
          </Button>
        )
      )}
      <ChoosingConnection moves={moves} />
    </>
  )
}

function Begun({ report, state, onState }: Pick<ReportScreenProps, 'state' | 'onState'> & { report: CampaignReport }) {
  const { restart } = useCampaignMoves()
  const { campaign } = report
  return (
    <div className="flex flex-1 flex-col gap-4 md:min-h-0">
      <ReportAbout campaign={campaign} />
      <ReportFigures report={report} />
      <ReportProgress report={report} onGoOn={() => void restart(campaign)} />
      {report.cost && (
        <Suspense fallback={<Skeleton className="h-20 shrink-0" />}>
          <ReportCost cost={report.cost} />
        </Suspense>
      )}
      <ReportContacts report={report} state={state} onState={onState} />
    </div>
  )
}

function NotBegun({ report: { campaign } }: { report: CampaignReport }) {
  const { t } = useTranslation('campaignReport')
  const momentText = useMomentText()
  const { scheduledAt } = campaign
  return (
    <>
      <ReportAbout campaign={campaign} />
      <EmptyState
        icon={<CalendarClock size={20} />}
        title={scheduledAt ? t('begins', { when: momentText(scheduledAt) }) : t('notBegun')}
        action={<ToCampaigns />}
      >
        {t(scheduledAt ? 'beginsHint' : 'notBegunHint')}
      </EmptyState>
    </>
  )
}

/**
 * Milliseconds after the end at which the report is read once more, with late results
 * (decision 0019).
 */
const LAST_READ_MS = 5000

function useFinish(report: CampaignReport | undefined) {
  const status = report?.campaign.status
  const id = report?.campaign.id
  const before = useRef(status)
  useEffect(() => {
    const wasRunning = before.current !== undefined && before.current !== 'FINALIZADA'
    before.current = status
    if (status !== 'FINALIZADA' || !wasRunning || !id) return
    const timer = setTimeout(() => {
      void queryClient.invalidateQueries({ queryKey: queryKey(campaigns.report, { params: { id } }) })
      refetchRecipients(queryClient, id)
    }, LAST_READ_MS)
    return () => clearTimeout(timer)
  }, [status, id])
}

/** Shows the first load, in the shape of the content. */
function Waiting() {
  const { t } = useTranslation('common')
  return (
    <div role="status" aria-label={t('loading')} className="flex flex-col gap-4">
      <Skeleton className="h-4 w-80 max-w-full" />
      <Skeleton className="h-16 max-md:h-44" />
      <Skeleton className="h-20" />
      <Skeleton className="h-72" />
    </div>
  )
}
