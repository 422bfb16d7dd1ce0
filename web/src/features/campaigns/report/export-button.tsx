import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import type { ListFormat } from '@balcao/shared/api-contract/list-export.ts'
import type { RecipientState } from '@balcao/shared/entities/campaign.ts'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormatMenu } from '#/components/list/format-menu.tsx'
import { Button } from '#/components/ui/button.tsx'
import { api } from '#/lib/session.ts'
import { useBeginExportOf } from '#/lib/use-begin-export.ts'
import { useMediaQuery } from '#/lib/use-media-query.ts'

/** Starts the export of the recipients in a state, or of all; the file arrives in the bell. */
export function ExportButton({ campaignId, state }: { campaignId: string; state: RecipientState | undefined }) {
  const { t } = useTranslation('campaignReport')
  const wide = useMediaQuery('(min-width: 600px)')
  const { begin, isPending } = useBeginExportOf(
    (format: ListFormat) =>
      api(campaigns.export, { params: { id: campaignId }, body: { ...(state ? { state } : {}), format } }),
    t('exportBegun'),
  )
  return (
    <FormatMenu onChoose={begin}>
      <Button aria-label={t('export')} title={t('exportHint')} icon={<Download size={16} />} loading={isPending}>
        {wide && t('export')}
      </Button>
    </FormatMenu>
  )
}
