import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Campaign, CampaignStatus } from '@balcao/shared/entities/campaign.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '#/components/ui/confirm.tsx'
import { applyListEvent } from '#/lib/apply-list-event.ts'
import { queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { applyToReport } from '#/realtime/campaign-report.ts'
import { lacksConnection } from './campaign-status.tsx'

const show = (row: Campaign) => {
  applyListEvent(queryClient, campaigns.list, 'records', { action: 'update', row })
  applyToReport(queryClient, row)
}

const MOVES = 'campaign-moves'

/** Returns whether another move of the campaign is waiting for this one's answer. */
function isMovedOn({ id }: Campaign): boolean {
  const moves = queryClient.getMutationCache().findAll({ mutationKey: [MOVES], status: 'pending' })
  return moves.filter(({ state }) => (state.variables as Campaign).id === id).length > 1
}

/**
 * Returns a change of a campaign's status, shown at once and undone, with the reason, when the
 * server refuses it. Moves are sent one after another: a shown status offers its own moves before
 * the server has answered, and the server would refuse a restart that overtakes its cancellation.
 */
function useMove(route: typeof campaigns.cancel, status: CampaignStatus, onDone: (row: Campaign) => void) {
  return useMutation({
    mutationKey: [MOVES],
    scope: { id: MOVES },
    mutationFn: ({ id }: Campaign) => api(route, { params: { id } }),
    onMutate: row => show({ ...row, status }),
    onSuccess: row => {
      if (isMovedOn(row)) return
      show(row)
      onDone(row)
    },
    onError: (error, row) => {
      if (!isMovedOn(row)) show(row)
      toast.error(error)
      // Most often its status is another than the one cached here.
      for (const stale of [queryKey(campaigns.list), queryKey(campaigns.report, { params: { id: row.id } })])
        void queryClient.invalidateQueries({ queryKey: stale })
    },
  })
}

/**
 * Returns the actions to stop a campaign, which its toast can undo, and to restart it, which asks
 * first: sent messages cannot be taken back. A campaign whose connection was deleted asks for
 * another one instead (`choosing`; choose-connection-dialog.tsx).
 */
export function useCampaignMoves() {
  const { t } = useTranslation('campaigns')
  const restart = useMove(campaigns.restart, 'EM_ANDAMENTO', ({ name }) => toast.success(t('restarted', { name })))
  const cancel = useMove(campaigns.cancel, 'CANCELADA', row =>
    toast.undo(t('canceled', { name: row.name }), () => restart.mutate(row)),
  )
  const [choosing, setChoosing] = useState<Campaign | null>(null)
  return {
    choosing,
    chosen: show,
    leaveChoosing: () => setChoosing(null),
    cancel: (row: Campaign) => cancel.mutate(row),
    restart: async (row: Campaign) => {
      if (lacksConnection(row)) return setChoosing(row)
      const yes = await confirm({
        title: t('restartTitle', { name: row.name }),
        description: t('restartHint'),
        confirmLabel: t('restart'),
        tone: 'neutral',
      })
      if (yes) restart.mutate(row)
    },
  }
}
