import type { MediaKind } from '@balcao/shared/entities/media-kind.ts'
import { INLINE_LIMIT } from '@balcao/shared/media.ts'
import { AudioLines, FileText, Film, Paperclip, X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#/lib/api-error.ts'
import { cn } from '#/lib/cn.ts'
import { useErrorText } from '#/lib/error-text.ts'
import { isolate } from '#/lib/isolate.ts'
import type { MediaValue } from '#/lib/row-media.ts'
import { sizeText } from '#/lib/size-text.ts'
import { useFileDrop } from '#/lib/use-file-drop.ts'
import { Button } from './ui/button.tsx'
import { IconButton } from './ui/icon-button.tsx'
import { Picture } from './ui/picture.tsx'

interface MediaFieldProps {
  label: string
  value: MediaValue
  onChange: (value: MediaValue) => void
  /** Error text in the person's language; a refusal of the field itself takes its place. */
  error?: string | undefined
  hint?: ReactNode
  /** Types the picker offers, if not all. */
  accept?: string
  /** Maximum size of a file, bytes, where it need not fit into a form. */
  largest?: number
  /** Returns the code of the reason why a file cannot be sent, a chosen one too. */
  problemOf?: ((file: File) => string | null) | undefined
  disabled?: boolean
  className?: string
}

/** Types that phones show as pictures; any other picture is sent as a document. */
const PICTURES = /^image\/(png|jpeg|gif|webp)$/

/** Returns the kind a form's file is sent as. */
export const kindOf = ({ type }: File): MediaKind => {
  if (PICTURES.test(type)) return 'image'
  return type.startsWith('audio/') ? 'audio' : type.startsWith('video/') ? 'video' : 'application'
}

/**
 * Returns whether a file has one of the listed types: a dropped file bypasses the picker's filter.
 */
const isAccepted = ({ type }: File, accept: string | undefined): boolean =>
  accept === undefined || accept.split(',').includes(type)

/** Returns types as people call them: `JPEG, PNG`. */
const typesIn = (accept = ''): string =>
  accept
    .split(',')
    .map(type => type.replace(/^.*\//, '').toUpperCase())
    .join(', ')

const ICONS = { audio: AudioLines, video: Film }

/**
 * Shows the one file a row keeps in a form; a button or a drop replaces it, another button removes
 * it. A file larger than a form may carry, an empty one, or one with a problem is refused here; it
 * is sent when the form is saved (lib/row-media.ts).
 */
export function MediaField({
  label,
  value,
  onChange,
  error,
  hint,
  accept,
  largest = INLINE_LIMIT,
  problemOf,
  disabled = false,
  className,
}: MediaFieldProps) {
  const { t } = useTranslation('media')
  const errorText = useErrorText()
  const id = useId()
  const picker = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  /** Text of a refusal, or a file with a problem. */
  const [refused, setRefused] = useState<string | File | null>(null)
  const [announced, setAnnounced] = useState('')
  const limit = sizeText(largest)
  const name = value?.name ?? ''
  const kind = value instanceof File ? kindOf(value) : (value?.type ?? null)
  const unfitText = (file: MediaValue) => {
    const code = file instanceof File ? problemOf?.(file) : null
    return code ? `${isolate(file?.name ?? '')}: ${errorText(new ApiError(code, 422))}` : null
  }
  const problem = (refused instanceof File ? unfitText(refused) : refused) ?? unfitText(value) ?? error

  const choose = (files: readonly File[]) => {
    const [file] = files
    if (!file || disabled) return
    const called = isolate(file.name)
    if (files.length > 1) return setRefused(t('one'))
    if (file.size === 0) return setRefused(t('empty', { name: called }))
    if (!isAccepted(file, accept)) return setRefused(t('wrongType', { name: called, types: typesIn(accept) }))
    if (file.size > largest) return setRefused(t('tooLarge', { name: called, size: sizeText(file.size), limit }))
    if (problemOf?.(file)) return setRefused(file)
    setRefused(null)
    setAnnounced(t('chosen', { name: called }))
    onChange(file)
  }
  const { over, zone } = useFileDrop(!disabled, choose)
  const remove = () => {
    setRefused(null)
    setAnnounced(t('none'))
    onChange(null)
    chooser.current?.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a line with the rest of the form's labels
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={problem ? `${id}-error` : `${id}-hint`}
      className={cn('min-w-0', className)}
      {...zone}
    >
      <span id={`${id}-label`} className="mb-1 block font-medium text-sm">
        {label}
      </span>
      <div
        className={cn(
          'flex min-h-16 items-center gap-3 rounded-md border border-control p-2',
          !value && 'border-dashed',
          problem && 'border-danger-ink',
          over && 'border-accent-ink bg-accent-soft',
        )}
      >
        {value && <Thumbnail value={value} kind={kind} />}
        <div className={cn('flex min-w-0 flex-1 items-center gap-2', value && 'max-sm:flex-wrap')}>
          {value && (
            <p className="min-w-0 flex-1 basis-24 text-sm">
              <bdi title={name} className="block truncate">
                {name || (kind ? t(`kind.${kind}`) : label)}
              </bdi>
              <span className="block text-ink-2 text-xs">
                {[kind && t(`kind.${kind}`), value instanceof File && sizeText(value.size)].filter(Boolean).join(' · ')}
              </span>
            </p>
          )}
          <div className="flex shrink-0 items-center gap-1">
            <Button
              ref={chooser}
              size="sm"
              icon={value ? undefined : <Paperclip size={16} />}
              disabled={disabled}
              onClick={() => picker.current?.click()}
            >
              {t(value ? 'change' : 'choose')}
            </Button>
            {value && (
              <IconButton
                size="sm"
                label={t('remove')}
                icon={<X size={16} />}
                tone="danger"
                disabled={disabled}
                onClick={remove}
              />
            )}
          </div>
        </div>
        <input
          ref={picker}
          type="file"
          accept={accept}
          hidden
          data-testid="media"
          onChange={event => {
            choose([...(event.target.files ?? [])])
            // Lets the same file be chosen again.
            event.target.value = ''
          }}
        />
      </div>
      {(over || !problem) && (
        <p id={`${id}-hint`} className="mt-1 text-ink-2 text-xs">
          {over ? t('drop') : t('hint', { limit })} {hint}
        </p>
      )}
      {problem && (
        <p id={`${id}-error`} role="alert" className="mt-1 text-danger-ink text-sm">
          {problem}
        </p>
      )}
      <span role="status" className="sr-only">
        {announced}
      </span>
    </div>
  )
}

/**
 * Shows the picture itself; an icon of its kind for any other file, and for a picture that does not
 * load.
 */
function Thumbnail({ value, kind }: { value: NonNullable<MediaValue>; kind: MediaKind | null }) {
  const [made, setMade] = useState<string | null>(null)
  const isPicture = kind === 'image' || kind === 'sticker'
  useEffect(() => {
    if (!(value instanceof File) || !isPicture) return
    const url = URL.createObjectURL(value)
    setMade(url)
    return () => {
      URL.revokeObjectURL(url)
      setMade(null)
    }
  }, [value, isPicture])
  const source = value instanceof File ? made : isPicture ? value.path : null
  const Icon = (kind && ICONS[kind as keyof typeof ICONS]) || FileText
  return (
    <span className="flex size-12 shrink-0 items-center justify-center overflow-hidden rounded-sm bg-active text-ink-2">
      <Picture
        src={source}
        className="size-full object-cover"
        instead={<Icon aria-hidden size={20} className="icon" />}
      />
    </span>
  )
}
