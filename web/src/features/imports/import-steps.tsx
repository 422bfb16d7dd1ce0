import { imports } from '@balcao/shared/api/company/imports.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { DataImport } from '@balcao/shared/entities/data-import.ts'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { FileSearch, Play, Trash2, X } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { confirm } from '#/components/ui/confirm.tsx'
import { ToggleField } from '#/components/ui/field.tsx'
import { Switch } from '#/components/ui/switch.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { formatNumber, formatWhen } from '#/lib/format.ts'
import { lazyPart } from '#/lib/lazy-part.ts'
import { queryClient } from '#/lib/queries.ts'
import { api } from '#/lib/session.ts'
import { toast } from '#/lib/toast.ts'
import { useOnline } from '#/lib/use-online.ts'
import { applyImport } from './apply-import.ts'
import { CompanyChoice } from './company-choice.tsx'
import { FirstNotices } from './first-notices.tsx'
import { ImportCounts } from './import-counts.tsx'
import { ImportProgress } from './import-progress.tsx'
import { NextSteps } from './next-steps.tsx'
import { ReportButton } from './report-button.tsx'
import { Step, type StepState } from './step.tsx'
import { sumCounts } from './sum-counts.ts'
import { useImportTexts } from './use-import-texts.ts'

const RemoveImportDialog = lazyPart(() => import('./remove-import-dialog.tsx').then(file => file.RemoveImportDialog))

/** Reason of a run that stopped since another version of the program read its dump. */
const OUTDATED = 'ERR_IMPORT_OUTDATED'

interface ImportStepsProps {
  row: DataImport
  /** True while the server does not answer. */
  lost: boolean
  onCreated: (row: DataImport) => void
}

/**
 * Shows the steps of an import that was created. Its state is the server's: the page may be left.
 */
export function ImportSteps({ row, lost, onCreated }: ImportStepsProps) {
  const { t } = useTranslation('imports')
  const { systemOf } = useImportTexts()
  const { state, startedAt, fileName, mediaName } = row
  const [isRemoving, setRemoving] = useState(false)
  const system = systemOf(row)
  const wasStarted = startedAt !== null
  const { read } = sumCounts(row.counts)
  const files = mediaName === null ? fileName : t('files.andMedia', { dump: fileName, media: mediaName })
  const hasStopped = state === 'failed' || state === 'cancelled'
  const mustRead = hasStopped && row.continuesBy === 'read'
  // One that was started may be read again, by another version of the program.
  const isBefore = state === 'reading' || state === 'ready'
  const readState: StepState =
    state === 'reading' ? 'now' : wasStarted || state === 'ready' ? 'done' : hasStopped ? 'failed' : 'now'
  const bringState: StepState =
    state === 'ready' || state === 'running'
      ? 'now'
      : !wasStarted || state === 'reading'
        ? 'todo'
        : mustRead
          ? 'now'
          : hasStopped
            ? 'failed'
            : 'done'
  return (
    <>
      <ol className="flex flex-col gap-3">
        <Step
          number={1}
          state="done"
          title={t('step.system')}
          line={row.sourceName ? t('read.of', { system, company: row.sourceName }) : system}
        />
        <Step
          number={2}
          state="done"
          title={t('step.files')}
          line={row.customers ? `${files}, ${t('files.withCustomers')}` : files}
        />
        <Step
          number={3}
          state={readState}
          title={t('step.reading')}
          line={readState === 'done' && t('read.done', { count: read, shown: formatNumber(read) })}
        >
          {state === 'reading' && (
            <>
              <ImportProgress row={row} title={t('progress.reading')} lost={lost} />
              <CancelButton row={row} label={t('progress.cancelReading')} />
            </>
          )}
          {readState === 'failed' && <ReadFailure row={row} onCreated={onCreated} />}
        </Step>
        <Step
          number={4}
          state={state === 'ready' ? 'now' : wasStarted && !isBefore ? 'done' : 'todo'}
          title={t('step.check')}
        >
          {state === 'ready' && (
            <>
              <ImportCounts row={row} title={t('counts.title')} isDone={false} />
              <FirstNotices notices={row.firstNotices ?? []} />
              <div>
                <ReportButton row={row} />
              </div>
            </>
          )}
        </Step>
        <Step
          number={5}
          state={bringState}
          title={t('step.bring')}
          line={wasStarted && !isBefore && t('result.at', { when: formatWhen(startedAt), name: row.user.name })}
        >
          {state === 'ready' &&
            (row.continuesBy === 'read' ? (
              <ReadAgain row={row}>
                <CancelButton row={row} label={t('start.discard')} />
              </ReadAgain>
            ) : (
              <StartImport row={row} />
            ))}
          {state === 'running' && (
            <>
              <ImportProgress row={row} title={t('progress.running')} lost={lost} />
              <CancelButton row={row} label={t('progress.cancel')} asks />
            </>
          )}
          {wasStarted && hasStopped && <Stopped row={row} onRemove={() => setRemoving(true)} />}
        </Step>
        {wasStarted && !isBefore && state !== 'running' && (
          <Step
            number={6}
            state={mustRead ? 'todo' : state === 'removing' || hasStopped ? 'now' : 'done'}
            title={t('step.result')}
          >
            {state === 'removing' && <ImportProgress row={row} title={t('progress.removing')} lost={lost} />}
            {state === 'removed' && (
              <div role="status">
                <p className="font-medium">{t('result.removed')}</p>
                <p className="text-ink-2 text-sm">{t('result.removedHint')}</p>
              </div>
            )}
            {(state === 'done' || hasStopped) && <ImportCounts row={row} title={t('counts.titleDone')} isDone />}
            {state === 'done' && <NextSteps counts={row.counts} />}
            {state === 'done' && (
              <div className="flex flex-wrap items-center gap-2">
                <Button asChild variant="primary">
                  <Link to="/tickets">{t('result.inbox')}</Link>
                </Button>
                <ReportButton row={row} />
                <Button variant="danger-ghost" icon={<Trash2 size={16} />} onClick={() => setRemoving(true)}>
                  {t('remove.action')}
                </Button>
              </div>
            )}
            {hasStopped && (
              <div>
                <ReportButton row={row} />
              </div>
            )}
          </Step>
        )}
      </ol>
      <Suspense>{isRemoving && <RemoveImportDialog row={row} onClose={() => setRemoving(false)} />}</Suspense>
    </>
  )
}

/** Shows why nothing was read, and what to do. */
function ReadFailure({ row, onCreated }: Pick<ImportStepsProps, 'row' | 'onCreated'>) {
  const { t } = useTranslation('imports')
  if (row.state === 'cancelled') return <p>{t('read.cancelled')}</p>
  if (row.companies.length > 0) return <CompanyChoice row={row} onCreated={onCreated} />
  return (
    <div role="alert" className="flex flex-col gap-1">
      <p className="font-medium text-danger-ink">{t('result.failedReading')}</p>
      <Reason row={row} />
      <p className="text-ink-2">
        {t(row.error?.code === 'ERR_IMPORT_TOO_LARGE' ? 'result.nothingRead' : 'result.todoReading')}
      </p>
    </div>
  )
}

/** Shows the reason of a failure with its line in the dump. */
function Reason({ row: { error } }: { row: DataImport }) {
  const { t } = useTranslation('imports')
  const errorText = useErrorText()
  if (!error) return null
  const where = error.line === null ? null : t('result.line', { line: formatNumber(error.line) })
  return (
    <>
      <p>{errorText(new ApiError(error.code, 422))}</p>
      <p className="break-words font-mono text-ink-2 text-xs">
        {[where, error.detail, error.code].filter(Boolean).join(' · ')}
      </p>
    </>
  )
}

/** Shows an import that was stopped while it wrote: it goes on, or what it wrote is removed. */
function Stopped({ row, onRemove }: { row: DataImport; onRemove: () => void }) {
  const { t } = useTranslation('imports')
  const online = useOnline()
  const goOn = useMutation({
    mutationFn: () => api(imports.start, { params: { id: row.id }, body: { invite: row.invite } }),
    onSuccess: applyImport,
    onError: showRefusal,
  })
  const remove = (
    <Button variant="danger-ghost" icon={<Trash2 size={16} />} onClick={onRemove}>
      {t('remove.action')}
    </Button>
  )
  const failed = row.state === 'failed'
  // An update of the program is nobody's fault: the panel alone says what to do.
  if (row.continuesBy === 'read')
    return (
      <>
        {row.error && row.error.code !== OUTDATED && (
          <div role="alert" className="flex flex-col gap-1">
            <Reason row={row} />
          </div>
        )}
        <ReadAgain row={row}>{remove}</ReadAgain>
      </>
    )
  return (
    <>
      <div role={failed ? 'alert' : 'status'} className="flex flex-col gap-1">
        <p className={failed ? 'font-medium text-danger-ink' : 'font-medium'}>
          {failed ? t('result.failed') : t('result.cancelled')}
        </p>
        <Reason row={row} />
        <p className="text-ink-2">{failed ? t('result.todo') : t('result.cancelledHint')}</p>
        {row.continuesBy === null && <p className="text-ink-2">{t('result.byCommand')}</p>}
      </div>
      <div className="flex flex-wrap gap-2">
        {row.continuesBy === 'start' && (
          <Button
            variant="primary"
            icon={<Play size={16} />}
            loading={goOn.isPending}
            disabled={!online}
            onClick={() => goOn.mutate()}
          >
            {t('result.goOn')}
          </Button>
        )}
        {remove}
      </div>
    </>
  )
}

/** Says that another version of the program read the dump, and reads it again; or what else to do. */
function ReadAgain({ row, children }: { row: DataImport; children: ReactNode }) {
  const { t } = useTranslation('imports')
  const online = useOnline()
  const read = useMutation({
    mutationFn: () => api(imports.read, { params: { id: row.id } }),
    onSuccess: applyImport,
    onError: error => {
      if (!isGone(error)) toast.error(error)
    },
  })
  return (
    <div role="status" className="flex flex-col items-start gap-2">
      <p className="font-medium">{t('again.title')}</p>
      <p className="text-ink-2">{isGone(read.error) ? t('again.gone') : t('again.hint')}</p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon={<FileSearch size={16} />}
          loading={read.isPending}
          disabled={!online || isGone(read.error)}
          onClick={() => read.mutate()}
        >
          {t('again.read')}
        </Button>
        {children}
      </div>
      {!online && <p className="text-ink-2 text-sm">{t('offline')}</p>}
    </div>
  )
}

/** Says why a start was refused, and shows what the import needs first. */
function showRefusal(error: Error): void {
  toast.error(error)
  void queryClient.invalidateQueries({ queryKey: queryKey(imports.get) })
}

/** Returns whether a call failed since the uploaded files have left the server. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'ERR_UPLOAD_MISSING'

/** Shows the choices of a start, and asks before it. */
function StartImport({ row }: { row: DataImport }) {
  const { t } = useTranslation('imports')
  const online = useOnline()
  const system = useImportTexts().systemOf(row)
  const [invite, setInvite] = useState(false)
  const takenOf = (kind: string) => row.counts.find(one => one.kind === kind)?.taken ?? 0
  const users = takenOf('user')
  const schedules = takenOf('schedule')
  const { taken, alreadyThere } = sumCounts(row.counts)
  const start = useMutation({
    mutationFn: () => api(imports.start, { params: { id: row.id }, body: { invite } }),
    onSuccess: applyImport,
    onError: showRefusal,
  })
  const ask = async () => {
    const yes = await confirm({
      title: t('start.title', { system }),
      description: (
        <div className="flex flex-col gap-2">
          <p>{t('start.hint')}</p>
          <p className="font-medium text-ink">{t('start.silent')}</p>
          {schedules > 0 && <p>{t('start.schedules', { count: schedules, shown: formatNumber(schedules) })}</p>}
          {invite && users > 0 && <p>{t('start.invites', { count: users, shown: formatNumber(users) })}</p>}
          <p>{t('start.after')}</p>
        </div>
      ),
      confirmLabel: t('start.confirm'),
      tone: 'neutral',
    })
    if (yes) start.mutate()
  }
  return (
    <>
      {users > 0 && (
        <ToggleField
          label={t('option.invite')}
          hint={
            <>
              {t('option.inviteHint', { count: users, shown: formatNumber(users) })} {t('option.inviteNone')}
            </>
          }
        >
          <Switch checked={invite} onCheckedChange={setInvite} />
        </ToggleField>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          icon={<Play size={16} />}
          loading={start.isPending}
          disabled={!online || taken + alreadyThere === 0}
          onClick={() => void ask()}
        >
          {t('start.action')}
        </Button>
        <CancelButton row={row} label={t('start.discard')} />
      </div>
      {!online && <p className="text-ink-2 text-sm">{t('offline')}</p>}
    </>
  )
}

/** Stops the work that is under way; `asks` where something was written. */
function CancelButton({ row, label, asks = false }: { row: DataImport; label: string; asks?: boolean }) {
  const { t } = useTranslation('imports')
  const online = useOnline()
  const cancel = useMutation({
    mutationFn: () => api(imports.cancel, { params: { id: row.id } }),
    onSuccess: applyImport,
    onError: toast.error,
  })
  const run = async () => {
    const yes =
      !asks ||
      (await confirm({
        title: t('cancel.title'),
        description: t('cancel.hint'),
        confirmLabel: t('cancel.confirm'),
        cancelLabel: t('cancel.keep'),
      }))
    if (yes) cancel.mutate()
  }
  return (
    <Button
      className="self-start"
      icon={<X size={16} />}
      loading={cancel.isPending}
      disabled={!online}
      onClick={() => void run()}
    >
      {label}
    </Button>
  )
}
