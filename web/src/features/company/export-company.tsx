import { companies } from '@balcao/shared/api/company/companies.ts'
import { Download } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { isLive, useJobs } from '#/features/jobs/public/use-jobs.ts'
import { formatNumber } from '#/lib/format.ts'
import { api, useUser } from '#/lib/session.ts'
import { useBeginExport } from '#/lib/use-begin-export.ts'

/**
 * Exports all data of the company as one file: starts the job and shows its progress; the file
 * arrives in the bell. Hidden in a support session, whose call the server refuses.
 */
export function ExportCompany() {
  const { t } = useTranslation('company')
  const { begin, isPending } = useBeginExport(() => api(companies.export), t('exportData.begun'))
  const running = useJobs(false)
    .data?.pages.flatMap(page => page.jobs)
    .find(job => job.kind === 'companyExport' && isLive(job))
  if (useUser().support) return null
  return (
    <section className="pt-5">
      <h2 className="mb-1 font-semibold">{t('exportData.title')}</h2>
      <div className="flex flex-col gap-3 rounded-md border border-line bg-surface p-4">
        <p className="text-ink-2 text-sm">{t('exportData.hint')}</p>
        <Button
          icon={<Download size={16} />}
          className="self-start"
          loading={isPending || running !== undefined}
          onClick={begin}
        >
          {running
            ? t('exportData.running', { count: running.done, done: formatNumber(running.done) })
            : t('exportData.action')}
        </Button>
      </div>
    </section>
  )
}
