import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { queryKey } from '@balcao/shared/contract/query-key.ts'
import type { Campaign, CampaignStatus } from '@balcao/shared/entities/campaign.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '#/components/ui/confirm.tsx'
import { applyListEvent, queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { applyToReport } from '#/realtime/campaign-report.ts'
import { lacksConnection } from './campaign-status.tsx'

const show = (row: Campaign) => {
  applyListEvent(queryClient, campaigns.list, 'records', { action: 'update', row })
  applyToReport(queryClient, row)
}

/** A move of a campaign, shown at once and taken back, with the reason, when the server refuses. */
function useMove(route: typeof campaigns.cancel, status: CampaignStatus, onDone: (row: Campaign) => void) {
  return useMutation({
    mutationFn: ({ id }: Campaign) => api(route, { params: { id } }),
    onMutate: row => show({ ...row, status }),
    onSuccess: row => {
      show(row)
      onDone(row)
    },
    onError: (error, row) => {
      show(row)
      toast.error(error)
      // Most often it is in another state than was known here.
      void queryClient.invalidateQueries({ queryKey: queryKey(campaigns.list) })
    },
  })
}

/**
 * Stopping a campaign, which is taken back from its toast, and letting it go on, which asks: what was sent cannot be taken back. One whose
 * connection was deleted asks for another instead (`choosing`; choose-connection-dialog.tsx).
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
