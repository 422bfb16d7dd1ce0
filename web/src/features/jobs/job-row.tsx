import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { CheckCounts, Job } from '@balcao/shared/entities/job.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ban, CircleCheck, CircleX, Clock, Download, RotateCw, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ProgressBar } from '#/components/ui/progress-bar.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { cn } from '#/lib/cn.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { formatNumber, formatWhen } from '#/lib/format.ts'
import { api, useUser } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useOnline } from '#/lib/use-online.ts'
import { applyJob } from '#/realtime/job-list.ts'
import { isLive } from './public/use-jobs.ts'

/** Returns a function that names a job. */
export function useJobTitle() {
  const { t } = useTranslation('jobs')
  return (job: Job) => t(`kind.${job.kind}`, { subject: job.subject ?? '' })
}

export function JobRow({ job }: { job: Job }) {
  const { t } = useTranslation('jobs')
  const client = useQueryClient()
  const titleOf = useJobTitle()
  const online = useOnline()
  const me = useUser().id
  const cancel = useMutation({
    mutationFn: () => api(jobs.cancel, { params: { id: job.id } }),
    onSuccess: answered => applyJob(client, answered),
    onError: toast.error,
  })
  const again = useMutation({
    mutationFn: () => api(jobs.repeat, { params: { id: job.id } }),
    onSuccess: () => {
      toast.success(t('begunAgain'))
      void client.invalidateQueries({ queryKey: queryKey(jobs.list) })
    },
    onError: toast.error,
  })
  const title = titleOf(job)
  const file = job.status === 'done' ? job.result?.file : undefined
  return (
    <li className="px-2 py-2">
      <div className="flex items-center gap-3">
        <StatusIcon status={job.status} />
        <div className="min-w-0 flex-1">
          <p className="line-clamp-2 break-words font-medium" title={title}>
            <bdi>{title}</bdi>
          </p>
          <StatusLine job={job} />
          {job.user.id !== me && <p className="truncate text-ink-2 text-xs">{t('by', { name: job.user.name })}</p>}
        </div>
        {isLive(job) && job.cancelable && (
          <IconButton
            size="sm"
            tone="danger"
            icon={<CircleX size={16} />}
            label={t('cancel', { title })}
            loading={cancel.isPending}
            disabledReason={online ? undefined : t('offline')}
            onClick={() => cancel.mutate()}
          />
        )}
        {job.user.id === me && job.repeatable && gaveNothing(job) && (
          <IconButton
            size="sm"
            icon={<RotateCw size={16} />}
            label={t('again', { title })}
            loading={again.isPending}
            disabledReason={online ? undefined : t('offline')}
            onClick={() => again.mutate()}
          />
        )}
        {file?.url && (
          <Button asChild size="sm">
            <a href={file.url} download={file.name} aria-label={t('downloadOf', { title })}>
              <Download aria-hidden size={16} />
              {/* On a phone the name needs the room. */}
              <span className="max-sm:hidden">{t('download')}</span>
            </a>
          </Button>
        )}
      </div>
      {isLive(job) && <Progress job={job} title={title} />}
    </li>
  )
}

/** Returns whether a job has ended without a result, or with one that no longer exists. */
const gaveNothing = (job: Job): boolean => !isLive(job) && !(job.status === 'done' && job.result?.file?.url)

function StatusIcon({ status }: Pick<Job, 'status'>) {
  switch (status) {
    case 'waiting':
      return <Clock aria-hidden size={16} className="icon shrink-0 text-ink-3" />
    case 'running':
      return <Spinner />
    case 'done':
      return <CircleCheck aria-hidden size={16} className="icon shrink-0 text-success-ink" />
    case 'failed':
      return <TriangleAlert aria-hidden size={16} className="icon shrink-0 text-danger-ink" />
    case 'canceled':
      return <Ban aria-hidden size={16} className="icon shrink-0 text-ink-3" />
  }
}

/** Shows the status of a job in words. */
function StatusLine({ job }: { job: Job }) {
  const { t } = useTranslation('jobs')
  const errorText = useErrorText()
  const at = formatWhen(job.updatedAt)
  const failed = job.status === 'failed'
  const counted = (what: ReturnType<typeof figuresOf>[number][0], count: number) =>
    t(what, { count, formatted: formatNumber(count) })
  const text = () => {
    switch (job.status) {
      case 'waiting':
        return t('waiting')
      case 'running':
        return countOf(job) ?? t('running')
      case 'done':
        if (job.result?.checked) return t('checked', { ...checkedOf(job.result.checked), at })
        if (job.result?.counts) return [...figuresOf(job).map(([what, n]) => counted(what, n)), at].join(', ')
        return job.result?.file && !job.result.file.url ? t('expired') : t('done', { count: job.done, at })
      case 'canceled':
        return t('canceled', { at })
      case 'failed':
        return errorText(new ApiError(job.error ?? 'ERR_JOB_FAILED', 500))
    }
  }
  const until = job.status === 'done' && job.result?.file?.url ? job.result.file.until : undefined
  return (
    <>
      <p className={cn('tabular text-sm', failed ? 'text-danger-ink' : 'text-ink-2')}>{text()}</p>
      {until && <p className="tabular text-ink-2 text-xs">{t('until', { at: formatWhen(until) })}</p>}
    </>
  )
}

/** Returns the figures of a check of a list's numbers by WhatsApp. */
const checkedOf = ({ valid, invalid, unknown }: CheckCounts) => ({
  valid: formatNumber(valid),
  invalid: formatNumber(invalid),
  unknown: formatNumber(unknown),
})

/** Returns what an import did: of a phone's contacts what was there already, else what is wrong. */
function figuresOf({ kind, result }: Job) {
  const { added, updated, unchanged, invalid, duplicate } = result!.counts!
  const rest =
    kind === 'phoneImport' ? (['unchanged', unchanged] as const) : (['problems', invalid + duplicate] as const)
  return [['added', added] as const, ['updated', updated] as const, rest]
}

function countOf({ done, total }: Job): string | undefined {
  if (!total) return undefined
  return `${formatNumber(done)} / ${formatNumber(total)}`
}

/** Shows a progress bar; while the total is unknown, it only shows that work is going on. */
function Progress({ job, title }: { job: Job; title: string }) {
  const share = job.total ? Math.min(1, job.done / job.total) : undefined
  return (
    <ProgressBar label={title} share={share} unknown={job.status === 'running' ? 0.3 : 0} className="mt-1.5 ml-7 h-1" />
  )
}
