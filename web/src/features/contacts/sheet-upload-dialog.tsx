import { contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { jobs } from '@balcao/shared/api/company/jobs.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import { isEnded, type Job } from '@balcao/shared/entities/job.ts'
import { SHEET_LIMIT } from '@balcao/shared/media.ts'
import { CSV_START, csvLine } from '@balcao/shared/rules/csv.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, FileSpreadsheet, Upload } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { Dialog } from '#/components/ui/dialog.tsx'
import { ProgressBar } from '#/components/ui/progress-bar.tsx'
import { Spinner } from '#/components/ui/spinner.tsx'
import { Table, TableCell, TableHead, TableHeader, TableRow } from '#/components/ui/table.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { cn } from '#/lib/cn.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { formatNumber } from '#/lib/format.ts'
import { putUpload } from '#/lib/put-upload.ts'
import { apiQuery } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { useFileDrop } from '#/lib/use-file-drop.ts'
import { useOnline } from '#/lib/use-online.ts'
import type { SheetTarget, SheetUploadProps } from './public/lazy-sheet-upload.ts'

/** Interval between reads of a running job, ms, in case an event was lost. */
const LOOK_MS = 5000

/** Types that the file picker offers; the server decides by the content. */
const ACCEPTED = '.xlsx,.xls,.csv,text/csv'

type Sending = { file: File; share: number }

/** Uploads the file and starts its import; returns the job's id. */
async function send(
  target: SheetTarget,
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<string> {
  const about = { fileName: file.name, mimetype: 'application/octet-stream', size: file.size }
  if (target.kind === 'contacts') {
    const form = await api(contacts.uploads, { body: about }, { signal })
    await putUpload(form, file, signal, onProgress)
    return (await api(contacts.upload, { body: { key: form.key, fileName: file.name } }, { signal })).jobId
  }
  const params = { id: target.id }
  const form = await api(contactLists.uploads, { params, body: about }, { signal })
  await putUpload(form, file, signal, onProgress)
  return (await api(contactLists.upload, { params, body: { key: form.key, fileName: file.name } }, { signal })).jobId
}

/**
 * Imports a sheet: shows the columns it accepts, the upload, the job's progress, and the result of
 * each row.
 */
export function SheetUploadDialog({ target, onClose }: SheetUploadProps) {
  const { t } = useTranslation('sheets')
  const { t: common } = useTranslation('common')
  const client = useQueryClient()
  const [sending, setSending] = useState<Sending | null>(null)
  const [jobId, setJobId] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  const job = useQuery({
    ...apiQuery(jobs.get, { params: { id: jobId ?? '' } }),
    enabled: jobId !== null,
    refetchInterval: ({ state }) => (state.data && isEnded(state.data.status) ? false : LOOK_MS),
  })

  const begin = async (file: File) => {
    const controller = new AbortController()
    abort.current = controller
    setError(null)
    setSending({ file, share: 0 })
    try {
      const id = await send(target, file, controller.signal, share => setSending({ file, share }))
      setJobId(id)
      void client.invalidateQueries({ queryKey: queryKey(jobs.list) })
    } catch (failed) {
      if (!controller.signal.aborted) setError(failed)
    }
    if (abort.current === controller) setSending(null)
  }
  const again = () => {
    setJobId(null)
    setError(null)
  }

  const ended = job.data !== undefined && jobId !== null && isEnded(job.data.status)
  const title = target.kind === 'contacts' ? t('title.contacts') : t('title.contactList', { name: target.name })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={title}
      size="lg"
      footer={
        <>
          {ended && (
            <Button icon={<Upload size={16} />} onClick={again}>
              {job.data.result?.counts ? t('correct') : t('another')}
            </Button>
          )}
          {sending ? (
            <Button onClick={() => abort.current?.abort()}>{common('action.cancel')}</Button>
          ) : (
            <Button variant={ended ? 'primary' : 'ghost'} onClick={onClose}>
              {common('action.close')}
            </Button>
          )}
        </>
      }
    >
      {sending ? (
        <Working title={t('sending', { name: sending.file.name })} share={sending.share} />
      ) : jobId === null ? (
        <Choosing target={target} error={error} onError={setError} onChoose={file => void begin(file)} />
      ) : job.data && ended ? (
        <Outcome job={job.data} />
      ) : (
        <Running job={job.data} offline={job.isError} />
      )}
    </Dialog>
  )
}

interface ChoosingProps {
  target: SheetTarget
  error: unknown
  onError: (error: unknown) => void
  onChoose: (file: File) => void
}

function Choosing({ target, error, onError, onChoose }: ChoosingProps) {
  const { t } = useTranslation('sheets')
  const errorText = useErrorText()
  const online = useOnline()
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const choose = ([file, ...others]: readonly File[]) => {
    if (!file || !online) return
    if (others.length > 0) return onError(new Error(t('one')))
    if (file.size === 0) return onError(new Error(t('emptyFile')))
    if (file.size > SHEET_LIMIT) return onError(new ApiError('ERR_SHEET_TOO_LARGE', 422))
    onChoose(file)
  }
  const { over, zone } = useFileDrop(online, choose)
  return (
    <div className="flex flex-col gap-5">
      <div
        className={cn(
          'flex flex-col items-center gap-3 rounded-md border border-control border-dashed px-4 py-8 text-center',
          error !== null && 'border-danger-ink',
          over && 'border-accent-ink bg-accent-soft',
        )}
        {...zone}
      >
        <FileSpreadsheet aria-hidden size={28} className="icon text-ink-3" />
        <p className="text-ink-2 max-sm:hidden">{t('drop')}</p>
        <Button
          variant="primary"
          data-autofocus
          disabled={!online}
          aria-describedby={`${id}-limit`}
          onClick={() => picker.current?.click()}
        >
          {t('choose')}
        </Button>
        <input
          ref={picker}
          type="file"
          accept={ACCEPTED}
          className="hidden"
          tabIndex={-1}
          aria-label={t('choose')}
          onChange={event => {
            choose([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <p id={`${id}-limit`} className="text-ink-2 text-sm">
          {online ? t('limit') : t('offline')}
        </p>
      </div>
      {error !== null && (
        <p role="alert" className="text-danger-ink">
          {errorText(error)}
        </p>
      )}
      <div className="flex flex-col gap-2">
        <h3 className="font-medium">{t('columns.title')}</h3>
        <p className="text-ink-2">{t('columns.hint')}</p>
        <ul className="flex list-disc flex-col gap-1 pl-5">
          <li>{t('columns.number')}</li>
          <li>{t('columns.name')}</li>
          <li>{t('columns.email')}</li>
        </ul>
        <p className="text-ink-2 text-sm">
          {target.kind === 'contacts' ? t('known.contacts') : t('known.contactList')}
        </p>
        <div>
          <Model />
        </div>
      </div>
    </div>
  )
}

/** Shows the download of a sheet to fill in, in the language of the screen. */
function Model() {
  const { t } = useTranslation('sheets')
  const lines = [
    [t('model.name'), t('model.number'), t('model.email')],
    ['Maria Silva', '5511999998888', 'maria@example.com'],
  ]
  const text = CSV_START + lines.map(csvLine).join('')
  return (
    <Button asChild size="sm">
      <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(text)}`} download={t('model.file')}>
        <Download aria-hidden size={16} />
        {t('model.download')}
      </a>
    </Button>
  )
}

/** Shows a bar with its title; without a share it only shows that work is going on. */
function Working({ title, share, children }: { title: string; share: number | undefined; children?: ReactNode }) {
  return (
    <div className="flex flex-col gap-3 py-6">
      <p className="flex items-center gap-2 font-medium">
        <Spinner />
        <bdi className="min-w-0 truncate">{title}</bdi>
      </p>
      <ProgressBar label={title} share={share} />
      {children}
    </div>
  )
}

function Running({ job, offline }: { job: Job | undefined; offline: boolean }) {
  const { t } = useTranslation('sheets')
  const total = job?.total ?? null
  return (
    <Working
      title={total === null ? t('reading') : t('writing')}
      share={total ? Math.min(1, job!.done / total) : undefined}
    >
      {total !== null && (
        <p className="tabular text-ink-2 text-sm">
          {t('progress', { count: total, done: formatNumber(job!.done), total: formatNumber(total) })}
        </p>
      )}
      <p className="text-ink-2 text-sm">{offline ? t('lost') : t('leave')}</p>
    </Working>
  )
}

const FIGURES = ['added', 'updated', 'unchanged', 'invalid', 'duplicate'] as const

/** Shows the result of the import. */
function Outcome({ job }: { job: Job }) {
  const { t } = useTranslation('sheets')
  const errorText = useErrorText()
  const counts = job.result?.counts
  if (job.status !== 'done' || !counts)
    return (
      <p role="alert" className={cn('py-6', job.status === 'failed' && 'text-danger-ink')}>
        {job.status === 'failed' ? errorText(new ApiError(job.error ?? 'ERR_JOB_FAILED', 500)) : t('canceled')}
      </p>
    )
  const bad = counts.invalid + counts.duplicate
  return (
    <div className="flex flex-col gap-5">
      <p role="status">{t('read', { count: counts.rows, shown: formatNumber(counts.rows) })}</p>
      <dl className="grid grid-cols-2 gap-2 sm:grid-cols-5">
        {(counts.withheld ? ([...FIGURES, 'withheld'] as const) : FIGURES).map(name => (
          <div key={name} className="rounded-md border border-line bg-surface px-3 py-2">
            <dt className="text-ink-2 text-xs">{t(`count.${name}`)}</dt>
            <dd
              className={cn(
                'tabular font-semibold text-lg',
                bad > 0 && isBad(name) && (counts[name] ?? 0) > 0 && 'text-danger-ink',
              )}
            >
              {formatNumber(counts[name] ?? 0)}
            </dd>
          </div>
        ))}
      </dl>
      {counts.withheld ? <p className="text-ink-2 text-sm">{t('withheldHint')}</p> : null}
      {bad > 0 && <Problems job={job} bad={bad} />}
    </div>
  )
}

const isBad = (name: string) => name === 'invalid' || name === 'duplicate'

function Problems({ job, bad }: { job: Job; bad: number }) {
  const { t } = useTranslation('sheets')
  const problems = job.result?.problems ?? []
  const file = job.result?.file
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={id} className="font-medium">
          {t('problems', { count: bad, shown: formatNumber(bad) })}
        </h3>
        {file?.url && (
          <Button asChild size="sm">
            <a href={file.url} download={file.name}>
              <Download aria-hidden size={16} />
              {t('downloadProblems')}
            </a>
          </Button>
        )}
      </div>
      <p className="text-ink-2 text-sm">{t('problemsHint')}</p>
      <Table>
        <TableHead>
          <tr>
            <TableHeader numeric className="w-20">
              {t('row')}
            </TableHeader>
            <TableHeader>{t('why')}</TableHeader>
          </tr>
        </TableHead>
        <tbody>
          {problems.map(({ row, code, of, field = '' }) => (
            <TableRow key={row}>
              <TableCell numeric>{formatNumber(row)}</TableCell>
              <TableCell className="max-w-none whitespace-normal">
                {t(`problem.${code}`, { row: of === null ? '' : formatNumber(of), field })}
              </TableCell>
            </TableRow>
          ))}
        </tbody>
      </Table>
      {problems.length < bad && <p className="text-ink-2 text-sm">{t('more', { shown: problems.length })}</p>}
    </section>
  )
}
