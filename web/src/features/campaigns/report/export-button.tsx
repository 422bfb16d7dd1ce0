import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import type { ListFormat } from '@balcao/shared/api-contract/list-export.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { RecipientState } from '@balcao/shared/entities/campaign.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormatMenu } from '#/components/list/format-menu.tsx'
import { Button } from '#/components/ui/button.tsx'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'

/** Starts the export of the recipients in a state, or of all; the file arrives in the bell. */
export function ExportButton({ campaignId, state }: { campaignId: string; state: RecipientState | undefined }) {
  const { t } = useTranslation('campaignReport')
  const client = useQueryClient()
  const wide = useMediaQuery('(min-width: 600px)')
  const { mutate, isPending } = useMutation({
    mutationFn: (format: ListFormat) =>
      api(campaigns.export, { params: { id: campaignId }, body: { ...(state ? { state } : {}), format } }),
    onSuccess: () => {
      toast.success(t('exportBegun'))
      void client.invalidateQueries({ queryKey: queryKey(jobs.list) })
    },
    onError: toast.error,
  })
  return (
    <FormatMenu onChoose={mutate}>
      <Button aria-label={t('export')} title={t('exportHint')} icon={<Download size={16} />} loading={isPending}>
        {wide && t('export')}
      </Button>
    </FormatMenu>
  )
}
