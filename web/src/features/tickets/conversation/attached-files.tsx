import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import { Files, X } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AttachedFile } from '#/components/conversation/attached-file.tsx'
import type { Attachment } from '#/components/conversation/use-attachments.ts'
import { ApiError } from '#/lib/api-error.ts'
import { cloudFileProblem } from '#/lib/cloud-file.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { isolate } from '#/lib/isolate.ts'
import { toast } from '#/lib/toast.ts'
import type { QuickFile, SentList } from '../public/outgoing.ts'
import { useConnection } from './use-connection.ts'

interface AttachedFilesProps {
  ticket: Ticket
  /** File of a quick message, sent before the others with the input's text as its caption. */
  quick: QuickFile | null
  /** File list, sent after the others as it is. */
  list: SentList | null
  files: readonly Attachment[]
  onCaption: (id: string, text: string) => void
  onRemove: (id: string) => void
  onRemoveQuick: () => void
  onRemoveList: () => void
}

/**
 * Shows the files of the next message: a preview, a caption and a remove button for each. One that
 * the ticket's official number could not send is refused before anybody sees it there.
 */
export function AttachedFiles(props: AttachedFilesProps) {
  const { ticket, quick, list, files, onCaption, onRemove, onRemoveQuick, onRemoveList } = props
  const { t } = useTranslation('tickets')
  const errorText = useErrorText()
  const { can } = useConnection(ticket)
  const limits = can.mediaLimits
  // biome-ignore lint/correctness/useExhaustiveDependencies: only other files or another connection are a reason to check again
  useLayoutEffect(() => {
    if (limits !== 'cloud') return
    for (const { id, file } of files) {
      const problem = cloudFileProblem(file)
      if (!problem) continue
      toast.refused(`${isolate(file.name)}: ${errorText(new ApiError(problem, 422))}`)
      onRemove(id)
    }
  }, [files, limits])
  return (
    <ul className="mb-2 flex gap-2 overflow-x-auto pb-1">
      {quick && (
        <AttachedFile
          name={quick.name}
          preview={quick.type === 'image' ? quick.path : null}
          remove={{ label: t('composer.removeFile', { name: quick.name }), run: onRemoveQuick }}
        />
      )}
      {files.map(file => (
        <AttachedFile
          key={file.id}
          name={file.file.name}
          preview={file.preview}
          remove={{ label: t('composer.removeFile', { name: file.file.name }), run: () => onRemove(file.id) }}
        >
          <input
            value={file.caption ?? ''}
            onChange={event => onCaption(file.id, event.target.value)}
            placeholder={t('composer.caption')}
            aria-label={t('composer.captionOf', { name: file.file.name })}
            className="h-7 rounded-sm border border-line-strong bg-surface px-1.5 text-xs"
          />
        </AttachedFile>
      ))}
      {list && (
        <li className="shrink-0 rounded-md border border-line-strong p-1.5">
          <p className="mb-1 flex h-6 items-center gap-2 pl-1 text-xs">
            <Files aria-hidden size={14} className="icon shrink-0 text-ink-2" />
            <bdi className="min-w-0 flex-1 truncate font-medium">{list.name}</bdi>
            <button
              type="button"
              aria-label={t('composer.removeFile', { name: list.name })}
              onClick={onRemoveList}
              className="flex size-6 items-center justify-center rounded-full text-ink-2 hover:bg-hover hover:text-ink"
            >
              <X size={14} />
            </button>
          </p>
          <ol className="flex gap-2">
            {list.files.map(file => (
              <AttachedFile key={file.id} name={file.name} preview={file.type === 'image' ? file.path : null}>
                <span className="truncate text-ink-2 text-xs" title={file.text}>
                  <bdi>{file.text || '\u00a0'}</bdi>
                </span>
              </AttachedFile>
            ))}
          </ol>
        </li>
      )}
    </ul>
  )
}
