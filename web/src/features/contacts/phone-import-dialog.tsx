import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Job } from '@balcao/shared/entities/job.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ListSkeleton } from '#/components/query-states.tsx'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { ErrorState } from '#/components/ui/error-state.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Select } from '#/components/ui/select.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { isLive } from '#/features/jobs/public/use-jobs.ts'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { formatNumber, formatPhone } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useOnline } from '#/lib/use-online.ts'

/** Interval between reads of a running job, ms, in case an event was lost. */
const LOOK_MS = 5000

/**
 * Figures of an import's result. The dialog creates contacts from a phone's address book: it shows
 * the choice of the phone, the job's progress, and the result.
 */
const FIGURES = ['added', 'updated', 'unchanged'] as const

export function PhoneImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('contacts')
  const { t: common } = useTranslation('common')
  const client = useQueryClient()
  const errorText = useErrorText()
  const online = useOnline()
  const list = useQuery(apiQuery(whatsapp.list, { query: { session: '0' } }))
  const connections = (list.data ?? []).filter(each => capabilitiesOf(each).addressBook)
  const [chosen, setChosen] = useState('')
  const of =
    connections.find(({ id }) => id === chosen) ?? connections.find(({ isDefault }) => isDefault) ?? connections[0]
  const [jobId, setJobId] = useState<string | null>(null)
  const job = useQuery({
    ...apiQuery(jobs.get, { params: { id: jobId ?? '' } }),
    enabled: jobId !== null,
    refetchInterval: ({ state }) => (state.data && !isLive(state.data) ? false : LOOK_MS),
  })
  const begin = useMutation({
    mutationFn: () => api(contacts.import, { body: of ? { whatsappId: of.id } : {} }),
    onSuccess: answered => {
      setJobId(answered.jobId)
      void client.invalidateQueries({ queryKey: queryKey(jobs.list) })
    },
  })

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('phone.title')}
      footer={
        <>
          <Button variant={jobId ? 'primary' : 'ghost'} onClick={onClose}>
            {common('action.close')}
          </Button>
          {jobId === null && of && (
            <Button
              variant="primary"
              icon={<Smartphone size={16} />}
              loading={begin.isPending}
              disabled={!online}
              onClick={() => begin.mutate()}
            >
              {t('phone.begin')}
            </Button>
          )}
        </>
      }
    >
      {jobId !== null ? (
        <Working job={job.data} />
      ) : list.isPending ? (
        <ListSkeleton rows={2} height={40} />
      ) : list.isError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      ) : !of ? (
        <p className="py-4 text-ink-2">{t('phone.none')}</p>
      ) : (
        <div className="flex flex-col gap-4">
          <p className="text-ink-2">{t('phone.hint')}</p>
          <Field label={t('phone.connection')}>
            <Select
              value={of.id}
              onChange={event => setChosen(event.target.value)}
              options={connections.map(({ id, name, number }) => ({
                value: id,
                label: number ? `${name}, ${formatPhone(number)}` : name,
              }))}
            />
          </Field>
          {begin.isError && (
            <p role="alert" className="text-danger-ink">
              {errorText(begin.error)}
            </p>
          )}
          {!online && <p className="text-ink-2 text-sm">{t('phone.offline')}</p>}
        </div>
      )}
    </Dialog>
  )
}

function Working({ job }: { job: Job | undefined }) {
  const { t } = useTranslation('contacts')
  const errorText = useErrorText()
  if (!job || isLive(job))
    return (
      <div role="status" className="flex flex-col gap-2 py-4">
        <p className="flex items-center gap-2 font-medium">
          <Spinner />
          {t('phone.running')}
        </p>
        {job?.total ? (
          <p className="tabular text-ink-2 text-sm">
            {formatNumber(job.done)} / {formatNumber(job.total)}
          </p>
        ) : null}
        <p className="text-ink-2 text-sm">{t('phone.leave')}</p>
      </div>
    )
  const counts = job.result?.counts
  if (job.status === 'done' && counts?.rows === 0) return <p className="py-4">{t('phone.empty')}</p>
  if (job.status !== 'done' || !counts)
    return (
      <p role="alert" className="py-4">
        {job.status === 'failed' ? errorText(new ApiError(job.error ?? 'ERR_JOB_FAILED', 500)) : t('phone.canceled')}
      </p>
    )
  return (
    <dl className="grid grid-cols-3 gap-2">
      {[...FIGURES, ...(counts.withheld ? (['withheld'] as const) : [])].map(name => (
        <div key={name} className="rounded-md border border-line bg-surface px-3 py-2">
          <dt className="text-ink-2 text-xs">{t(`phone.${name}`)}</dt>
          <dd className="tabular font-semibold text-lg">{formatNumber(counts[name] ?? 0)}</dd>
        </div>
      ))}
    </dl>
  )
}
