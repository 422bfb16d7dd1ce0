import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { ticketreport } from '@balcao/shared/api/reports/ticketreport.ts'
import { queryKey } from '@balcao/shared/contract/query-key.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileSpreadsheet } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import type { ReportFilters } from './report-search.ts'

/** Begins the export of what the screen shows; the file comes to the bell. */
export function ExportButton({ search }: { search: ReportFilters }) {
  const { t } = useTranslation('ticketreport')
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
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
        },
      }),
    onSuccess: () => {
      toast.success(t('exportBegun'))
      void client.invalidateQueries({ queryKey: queryKey(jobs.list) })
    },
    onError: toast.error,
  })
  return (
    <Button variant="primary" icon={<FileSpreadsheet size={16} />} loading={isPending} onClick={() => mutate()}>
      {t('export')}
    </Button>
  )
}
