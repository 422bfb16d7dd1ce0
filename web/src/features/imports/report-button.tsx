import { imports } from '@balcao/shared/api/company/imports.ts'
import type { DataImport } from '@balcao/shared/entities/data-import.ts'
import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useOnline } from '#/lib/use-online.ts'
import { applyImport } from './apply-import.ts'

/** Downloads the report. Its link is valid for minutes, so a new one is asked for each time. */
export function ReportButton({ row }: { row: DataImport }) {
  const { t } = useTranslation('imports')
  const online = useOnline()
  const fetchReport = useMutation({
    mutationFn: () => api(imports.get, { params: { id: row.id } }),
    onSuccess: answered => {
      applyImport(answered)
      if (!answered.report) return toast.refused(t('result.reportGone'))
      const link = document.createElement('a')
      link.href = answered.report.url
      link.download = answered.report.name
      link.click()
    },
    onError: toast.error,
  })
  if (!row.report) return null
  return (
    <Button
      icon={<Download size={16} />}
      loading={fetchReport.isPending}
      disabled={!online}
      onClick={() => fetchReport.mutate()}
    >
      {t('result.report')}
    </Button>
  )
}
