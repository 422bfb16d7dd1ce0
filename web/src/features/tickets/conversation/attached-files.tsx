import { useTranslation } from 'react-i18next'
import { AttachedFile } from '#/components/attached-file.tsx'
import type { OutgoingFile, QuickFile } from './outbox.ts'

export type Attachment = OutgoingFile & { id: string; preview: string | null }

interface AttachedFilesProps {
  /** Goes before them, with the text of the input under it. */
  quick: QuickFile | null
  files: readonly Attachment[]
  onCaption: (id: string, text: string) => void
  onRemove: (id: string) => void
  onRemoveQuick: () => void
}

/** What will be sent with the next message: a preview, a caption and a way to take it back for each. */
export function AttachedFiles({ quick, files, onCaption, onRemove, onRemoveQuick }: AttachedFilesProps) {
  const { t } = useTranslation('tickets')
  return (
    <ul className="mb-2 flex gap-2 overflow-x-auto pb-1">
      {quick && (
        <AttachedFile
          name={quick.name}
          preview={quick.type === 'image' ? quick.path : null}
          removeLabel={t('composer.removeFile', { name: quick.name })}
          onRemove={onRemoveQuick}
        />
      )}
      {files.map(file => (
        <AttachedFile
          key={file.id}
          name={file.file.name}
          preview={file.preview}
          removeLabel={t('composer.removeFile', { name: file.file.name })}
          onRemove={() => onRemove(file.id)}
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
    </ul>
  )
}
