import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { Contact } from '@balcao/shared/entities/contact.ts'
import type { Job } from '@balcao/shared/entities/job.ts'
import { confirmsContact } from '@balcao/shared/rules/confirms-contact.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { Field } from '#/components/ui/field.tsx'
import { Input } from '#/components/ui/input.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { isLive } from '#/features/jobs/public/use-jobs.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { formatNumber, formatPhone } from '#/lib/format.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useOnline } from '#/lib/use-online.ts'

/** Interval between reads of a running job, ms, in case an event was lost. */
const LOOK_MS = 5000

/**
 * Erases all data of a person: shows what is erased and what stays, requires the number, and shows
 * the job's progress.
 */
export function EraseDialog({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const { t } = useTranslation(['contacts', 'common'])
  const client = useQueryClient()
  const errorText = useErrorText()
  const online = useOnline()
  const [typed, setTyped] = useState('')
  const [jobId, setJobId] = useState<string | null>(null)
  const job = useQuery({
    ...apiQuery(jobs.get, { params: { id: jobId ?? '' } }),
    enabled: jobId !== null,
    refetchInterval: ({ state }) => (state.data && !isLive(state.data) ? false : LOOK_MS),
  })
  const erase = useMutation({
    mutationFn: () => api(contacts.erase, { params: { id: contact.id }, body: { confirmation: typed } }),
    onSuccess: answered => {
      setJobId(answered.jobId)
      void client.invalidateQueries({ queryKey: queryKey(jobs.list) })
    },
  })
  const matches = confirmsContact(typed, contact)
  const label = contact.number
    ? t('erase.typeNumber', { number: contact.isGroup ? contact.number : formatPhone(contact.number) })
    : t('erase.typeName', { name: contact.name })

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('erase.title', { name: contact.name })}
      footer={
        <>
          <Button variant={jobId ? 'primary' : 'ghost'} onClick={onClose}>
            {t(jobId ? 'common:action.close' : 'common:action.cancel')}
          </Button>
          {jobId === null && (
            <Button
              variant="danger"
              icon={<Trash2 size={16} />}
              loading={erase.isPending}
              disabled={!online || !matches}
              onClick={() => erase.mutate()}
            >
              {t('erase.confirm')}
            </Button>
          )}
        </>
      }
    >
      {jobId !== null ? (
        <Erasing job={job.data} />
      ) : (
        <form
          className="flex flex-col gap-4"
          onSubmit={event => {
            event.preventDefault()
            if (online && matches && !erase.isPending) erase.mutate()
          }}
        >
          <dl className="flex flex-col gap-3">
            <div>
              <dt className="font-medium">{t('erase.goes')}</dt>
              <dd className="text-ink-2">{t('erase.goesList')}</dd>
            </div>
            <div>
              <dt className="font-medium">{t('erase.stays')}</dt>
              <dd className="text-ink-2">{t('erase.staysList')}</dd>
            </div>
          </dl>
          <Field label={label} error={typed.trim().length > 3 && !matches ? t('erase.mismatch') : undefined}>
            <Input
              value={typed}
              onChange={event => setTyped(event.target.value)}
              autoComplete="off"
              inputMode={contact.number ? 'tel' : 'text'}
              className="tabular"
            />
          </Field>
          {erase.isError && (
            <p role="alert" className="text-danger-ink">
              {errorText(erase.error)}
            </p>
          )}
          {!online && <p className="text-ink-2 text-sm">{t('erase.offline')}</p>}
        </form>
      )}
    </Dialog>
  )
}

function Erasing({ job }: { job: Job | undefined }) {
  const { t } = useTranslation('contacts')
  if (!job || isLive(job))
    return (
      <div role="status" className="flex flex-col gap-2 py-4">
        <p className="flex items-center gap-2 font-medium">
          <Spinner />
          {t('erase.running')}
        </p>
        {job?.done ? <p className="tabular text-ink-2 text-sm">{formatNumber(job.done)}</p> : null}
        <p className="text-ink-2 text-sm">{t('erase.leave')}</p>
      </div>
    )
  if (job.status === 'done')
    return (
      <p role="status" className="py-4">
        {t('erase.done')}
      </p>
    )
  return (
    <p role="alert" className="py-4">
      {t('erase.failed')}
    </p>
  )
}
