import { FileArchive, FileText, RotateCw, Upload as UploadIcon, X } from 'lucide-react'
import { useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#/components/ui/button.tsx'
import { IconButton } from '#/components/ui/icon-button.tsx'
import { ProgressBar } from '#/components/ui/progress-bar.tsx'
import { ApiError } from '#/lib/api-error.ts'
import { cn } from '#/lib/cn.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { useFileDrop } from '#/lib/use-file-drop.ts'
import { useOnline } from '#/lib/use-online.ts'
import { fileSize } from './file-size.ts'
import type { SentFile } from './kept-files.ts'
import type { Upload } from './use-upload.ts'

interface UploadFieldProps {
  kind: 'dump' | 'media'
  label: string
  hint: string
  chooseLabel: string
  /** Types that the file picker offers; the server decides by the content. */
  accept: string
  upload: Upload
  sent: SentFile | null
  onRemove: () => void
}

/**
 * Takes a file by button or drop and sends it; shows its progress, what
 * went wrong, or that it is there.
 */
export function UploadField({ kind, label, hint, chooseLabel, accept, upload, sent, onRemove }: UploadFieldProps) {
  const { t } = useTranslation('imports')
  const online = useOnline()
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const { sending, failed } = upload
  const { over, zone } = useFileDrop(online, ([file]) => {
    if (file) upload.send(file)
  })
  const Icon = kind === 'dump' ? FileText : FileArchive
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="float-left mb-1 w-full font-medium text-sm">{label}</legend>
      {sending ? (
        <div className="flex flex-col gap-2 rounded-md border border-line p-3">
          <p className="flex items-center gap-2">
            <Icon aria-hidden size={16} className="icon shrink-0 text-ink-2" />
            <bdi className="min-w-0 flex-1 truncate font-medium">{sending.file.name}</bdi>
            <IconButton
              size="sm"
              icon={<X size={16} />}
              label={t('files.cancel', { name: sending.file.name })}
              onClick={upload.cancel}
            />
          </p>
          <ProgressBar
            className="h-1.5 [&>div]:transition-[width] [&>div]:duration-500"
            label={t('files.sending', { name: sending.file.name })}
            share={sending.share}
          />
          <p className="tabular text-ink-2 text-sm">
            {t('files.share', { percent: Math.floor(sending.share * 100), size: fileSize(sending.file.size) })}
            {' · '}
            {t('files.stay')}
          </p>
        </div>
      ) : sent ? (
        <p className="flex items-center gap-2 rounded-md border border-line p-3">
          <Icon aria-hidden size={16} className="icon shrink-0 text-success-ink" />
          <span className="min-w-0 flex-1">
            <bdi className="block truncate font-medium">{sent.name}</bdi>
            <span className="tabular block text-ink-2 text-sm">{t('files.sent', { size: fileSize(sent.size) })}</span>
          </span>
          <IconButton
            size="sm"
            icon={<X size={16} />}
            label={t('files.remove', { name: sent.name })}
            onClick={onRemove}
          />
        </p>
      ) : (
        <div
          className={cn(
            'flex flex-col items-start gap-2 rounded-md border border-control border-dashed p-3',
            failed && 'border-danger-ink',
            over && 'border-accent-ink bg-accent-soft',
          )}
          {...zone}
        >
          <Button
            icon={<UploadIcon size={16} />}
            disabled={!online}
            aria-describedby={`${id}-hint`}
            onClick={() => picker.current?.click()}
          >
            {chooseLabel}
          </Button>
          <input
            ref={picker}
            type="file"
            accept={accept}
            className="hidden"
            tabIndex={-1}
            aria-label={chooseLabel}
            onChange={event => {
              const file = event.target.files?.[0]
              if (file) upload.send(file)
              event.target.value = ''
            }}
          />
          <p id={`${id}-hint`} className="text-ink-2 text-sm">
            {online ? hint : t('offline')}
          </p>
        </div>
      )}
      {failed && !sending && <UploadFailure upload={upload} failed={failed} />}
    </fieldset>
  )
}

/** Shows why a file was not sent, with the server's code, and sends it again. */
function UploadFailure({ upload, failed }: { upload: Upload; failed: NonNullable<Upload['failed']> }) {
  const { t } = useTranslation('imports')
  const errorText = useErrorText()
  const { error, file, mayRepeat } = failed
  return (
    <div role="alert" className="flex flex-col items-start gap-2 pt-1 text-danger-ink">
      <p>
        {t('files.failed', { name: file.name })}. {errorText(error)}{' '}
        {error instanceof ApiError && <span className="text-sm">{t('files.code', { code: error.code })}</span>}
      </p>
      {mayRepeat && (
        <Button size="sm" icon={<RotateCw size={16} />} onClick={() => upload.send(file)}>
          {t('files.again')}
        </Button>
      )}
    </div>
  )
}
