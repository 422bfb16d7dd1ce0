import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { useInfiniteQuery, useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { codeText } from '#/lib/error-text.ts'
import { apiPages, apiQuery } from '#/lib/queries.ts'
import { useUser } from '#/lib/session.ts'
import { usePlan } from '#/lib/use-plan.ts'
import { mayOpen } from '../screens.ts'
import type { Sign } from './sign.ts'

/** Time for which a stopped campaign is worth a sign, ms: later nobody means to go on with it. */
const SHOWN_MS = 7 * 24 * 60 * 60_000

/** Running campaigns whose report is read; more run seldom at a time. */
const MOST_RUNNING = 5

/**
 * Returns the campaigns that stopped by themselves or send nothing any more, until somebody acts.
 */
export function useCampaignSigns(): readonly Sign[] {
  const { t } = useTranslation('signs')
  const enabled = mayOpen('/campaigns', useUser(), usePlan() ?? {})
  // The first page of the screen's own list.
  const list = useInfiniteQuery({ ...apiPages(campaigns.list, { query: { searchParam: '' } }), enabled })
  const rows = (enabled ? (list.data?.pages ?? []) : []).flatMap(page => page.records)
  const running = rows.filter(({ status }) => status === 'EM_ANDAMENTO').slice(0, MOST_RUNNING)
  const reports = useQueries({ queries: running.map(({ id }) => apiQuery(campaigns.report, { params: { id } })) })
  const oldest = new Date(Date.now() - SHOWN_MS).toISOString()
  const stopped = rows
    .filter(({ status, reason, updatedAt }) => status === 'CANCELADA' && reason !== null && updatedAt > oldest)
    .map(({ id, name, reason }) => ({ id, text: t('campaignStopped', { name }), detail: codeText(reason!) }))
  const failing = running.flatMap(({ id, name }, at) => {
    const wait = reports[at]?.data?.wait
    if (wait !== 'failures' && wait !== 'plan') return []
    return [{ id, text: t('campaignStopped', { name }), detail: t(`campaignWait.${wait}`) }]
  })
  return [...stopped, ...failing].map(({ id, text, detail }) => ({
    id: `campaign:${id}`,
    tone: 'danger',
    text,
    detail,
    link: { to: '/campaign/$campaignId/report', params: { campaignId: id } },
  }))
}
