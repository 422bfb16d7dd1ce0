import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { type FileFormat, HEADER_FILES } from '@balcao/shared/rules/templates/header-files.ts'
import type { TemplateVariable } from '@balcao/shared/rules/templates/template-variables.ts'
import { useTranslation } from 'react-i18next'
import { MediaField } from '#/components/media-field.tsx'
import { formatNumber } from '#/lib/format.ts'
import { putUpload } from '#/lib/put-upload.ts'
import { api } from '#/lib/session.ts'

const FORMATS = { image: 'IMAGE', video: 'VIDEO', document: 'DOCUMENT' } as const satisfies Record<string, FileFormat>
type FileKind = keyof typeof FORMATS

/** Returns whether a variable is the file of a header. */
export const isFileKind = (kind: TemplateVariable['kind']): kind is FileKind => Object.hasOwn(FORMATS, kind)

/** Uploads the file of a header, and returns what the message names it by. */
export async function uploadHeader(ticketId: string, file: File, onProgress: (share: number) => void) {
  const described = { fileName: file.name, mimetype: file.type }
  const form = await api(messages.upload, { params: { ticketId }, body: { ...described, size: file.size } })
  await putUpload(form, file, undefined, onProgress)
  return { key: form.key, ...described }
}

interface HeaderFileProps {
  kind: FileKind
  file: File | null
  /** Share of the file that is uploaded, 0 to 1; null before and after. */
  share: number | null
  disabled: boolean
  onChange: (file: File | null) => void
}

/** Lets a person choose a file for the header, in the place of an address. */
export function HeaderFile({ kind, file, share, disabled, onChange }: HeaderFileProps) {
  const { t } = useTranslation('templates')
  const { types, maxBytes } = HEADER_FILES[FORMATS[kind]]
  const percent = formatNumber(share ?? 0, { style: 'percent' })
  return (
    <div>
      <MediaField
        label={t(file ? `value.${kind}Label` : 'send.file')}
        value={file}
        onChange={value => onChange(value instanceof File ? value : null)}
        accept={types.join(',')}
        largest={maxBytes}
        disabled={disabled}
      />
      {share !== null && (
        <progress value={share} max={1} aria-label={t('send.uploading', { percent })} className="mt-1 h-1 w-full" />
      )}
    </div>
  )
}
