import { FileText, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { OutgoingFile } from './outbox.ts'

export type Attachment = OutgoingFile & { id: string; preview: string | null }

interface AttachedFilesProps {
  files: readonly Attachment[]
  onCaption: (id: string, text: string) => void
  onRemove: (id: string) => void
}

/** What will be sent with the next message: a preview, a caption and a way to take it back for each. */
export function AttachedFiles({ files, onCaption, onRemove }: AttachedFilesProps) {
  const { t } = useTranslation('tickets')
  return (
    <ul className="mb-2 flex gap-2 overflow-x-auto pb-1">
      {files.map(file => (
        <li
          key={file.id}
          className="relative flex w-40 shrink-0 flex-col gap-1 rounded-md border border-line bg-bg p-1.5"
        >
          {file.preview ? (
            <img src={file.preview} alt="" className="h-20 w-full rounded-sm object-cover" />
          ) : (
            <span className="flex h-20 items-center justify-center rounded-sm bg-active text-ink-2">
              <FileText size={20} className="icon" />
            </span>
          )}
          <span className="truncate text-xs" title={file.file.name}>
            <bdi>{file.file.name}</bdi>
          </span>
          <input
            value={file.caption ?? ''}
            onChange={event => onCaption(file.id, event.target.value)}
            placeholder={t('composer.caption')}
            aria-label={t('composer.captionOf', { name: file.file.name })}
            className="h-7 rounded-sm border border-line-strong bg-surface px-1.5 text-xs"
          />
          <button
            type="button"
            aria-label={t('composer.removeFile', { name: file.file.name })}
            onClick={() => onRemove(file.id)}
            className="absolute top-0.5 right-0.5 flex size-6 items-center justify-center rounded-full bg-raised text-ink-2 shadow-overlay hover:text-ink"
          >
            <X size={14} />
          </button>
        </li>
      ))}
    </ul>
  )
}
