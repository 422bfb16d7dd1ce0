import { ticketreport } from '@balcao/shared/api/reports/ticketreport.ts'
import { FileSpreadsheet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { api } from '#/lib/session.ts'
import { useBeginExport } from '#/lib/use-begin-export.ts'
import type { ReportFilters } from './report-search.ts'

/** Starts the export of the filtered report; the file arrives in the bell. */
export function ExportButton({ search }: { search: ReportFilters }) {
  const { t } = useTranslation('ticketreport')
  const { begin, isPending } = useBeginExport(
    () =>
      api(ticketreport.export, {
        body: {
          searchParam: search.text,
          contactId: search.contactId,
          whatsappId: search.connections,
          users: search.users,
          queueIds: search.queues,
          status: search.status,
          dateFrom: search.from,
          dateTo: search.to,
          onlyRated: search.rated,
          ...(search.fromAd ? { origin: 'ad' as const } : {}),
        },
      }),
    t('exportBegun'),
  )
  return (
    <Button variant="primary" icon={<FileSpreadsheet size={16} />} loading={isPending} onClick={begin}>
      {t('export')}
    </Button>
  )
}
